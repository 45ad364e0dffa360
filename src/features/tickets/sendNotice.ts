import type { CollectionSlug, Payload, TypedUser } from 'payload';
import { isClient, reaches } from '../../core/access/roles.ts';
import type { PortalContext } from '../../core/context.ts';
import type { Job } from '../../core/jobs/jobs.ts';
import { adminLink } from '../../core/request/publicOrigin.ts';
import { type RecordId, relationId } from '../../core/shared/ids.ts';
import { textsIn } from '../../core/texts/appTexts.ts';
import { clientPageLink } from '../client-sessions/feature.ts';
import { type MailThread, mailThreadOf, sendOnce } from '../mail/feature.ts';
import { type NoticeChoice, noticeChoiceOf } from '../people/feature.ts';
import { inboundOptions, notificationAddress } from '../settings/feature.ts';
import { ticketOfDocument } from './changes.ts';
import { openEndOf } from './mergedInto.ts';
import { composeNotice, type TicketNotice } from './notices.ts';

interface NoticeParts {
  readonly payload: Payload;
  readonly portal: PortalContext;
}

/** Sends the mail of a notice. If it fails, the email log records it, and nothing is undone. */
export const sendNotice = async (
  { payload, portal }: NoticeParts,
  { data: notice, take }: Job<TicketNotice>,
): Promise<void> => {
  const { slugs } = portal.options;
  // Without a notification address, a new ticket needs no further lookup.
  if (notice.about === 'created' && (await notificationAddress(payload)) === null) return;
  const ticket = await find(payload, slugs.tickets, notice.ticketId);
  if (!ticket) return;
  const recipient = await findRecipient({ payload, portal }, ticket, notice);
  if (!recipient || !wants(recipient, notice)) return;
  const { to } = recipient;
  const actor = await find(payload, slugs.users, notice.actorId);
  // No one gets a notice of their own act.
  if (isSame(to, actor?.email)) return;
  const reply = await find(payload, slugs.ticketReplies, notice.replyId);
  const link = recipient.isClient
    ? clientPageLink(payload, portal, `/tickets/${notice.ticketId}`)
    : adminLink(payload, `/collections/${slugs.tickets}/${notice.ticketId}`);
  const thread = mailThreadOf(payload, await inboundOptions(payload, portal.options.inbound));
  const message = {
    to,
    ...composeNotice({
      about: notice.about,
      status: notice.status,
      ticket,
      reply,
      link,
      isAnswerable: thread !== null,
      t: await textsIn(payload, recipient.language),
    }),
    ...threadOf(thread, notice.ticketId, to),
    portal: {
      type: notice.about === 'created' ? 'ticket_created' : 'ticket_update',
      // It may have been merged since, and its mails follow.
      relatedTo: {
        type: 'ticket',
        id: (await openEndOf({ payload }, portal, notice.ticketId)) ?? notice.ticketId,
      },
      ...(notice.actorId !== null && { user: notice.actorId }),
    },
  };
  await sendOnce(payload, message, take);
};

/** Headers that make a mail part of its ticket's thread, so that replies to it come back. */
const threadOf = (thread: MailThread | null, ticketId: RecordId, to: string) => {
  // RFC 3834: keeps holiday notices from replying; Exchange reads the other header.
  const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };
  if (!thread) return { headers };
  const root = `<${thread.rootId(ticketId)}>`;
  const messageId = `<${thread.newMessageId(ticketId, to)}>`;
  return {
    headers,
    replyTo: thread.replyAddress(ticketId, to),
    messageId,
    inReplyTo: root,
    references: root,
  };
};

interface Recipient {
  readonly to: string;
  readonly isClient: boolean;
  /** Null if it is not known. */
  readonly language: string | null;
  readonly notices: NoticeChoice;
}

/** A client chooses the mails about tickets. Staff and representatives get all of theirs. */
const wants = ({ isClient, notices }: Recipient, { about }: TicketNotice): boolean =>
  !isClient || notices === 'all' || (notices === 'replies' && about === 'staff_reply');

/** The recipient of a notice. Null if there is none. */
const findRecipient = async (
  parts: NoticeParts,
  ticket: Document,
  { about, actorId }: TicketNotice,
): Promise<Recipient | null> => {
  const { requester_id, assignee_id } = ticketOfDocument(ticket);
  if (about === 'created') return team(parts);
  if (about === 'client_reply')
    return assignee_id === null ? team(parts) : person(parts, ticket, assignee_id);
  const isTheirs = requester_id === null || String(requester_id) === String(actorId);
  return isTheirs ? null : person(parts, ticket, requester_id);
};

/** The notification address. */
const team = async ({ payload }: NoticeParts): Promise<Recipient | null> => {
  const to = await notificationAddress(payload);
  return to === null ? null : { to, isClient: false, language: null, notices: 'all' };
};

/** Null for a user who has left the ticket's organization: they may no longer read it. */
const person = async (
  { payload, portal }: NoticeParts,
  ticket: Document,
  id: RecordId,
): Promise<Recipient | null> => {
  const collection = portal.options.slugs.users;
  const user = await find(payload, collection, id);
  const principal = user && portal.principalOf({ ...user, collection } as unknown as TypedUser);
  if (!principal || !reaches(principal, relationId(ticket.organization))) return null;
  if (typeof user?.email !== 'string') return null;
  return {
    to: user.email,
    isClient: isClient(principal),
    language: isClient(principal) && typeof user.language === 'string' ? user.language : null,
    notices: noticeChoiceOf(user.notices),
  };
};

type Document = Record<string, unknown>;

const find = async (payload: Payload, slug: string, id: RecordId | null): Promise<Document | null> => {
  if (id === null) return null;
  // A job acts for the portal itself; the recipient decides what the mail may contain.
  const found = await payload.findByID({
    collection: slug as CollectionSlug,
    id,
    depth: 0,
    disableErrors: true,
    overrideAccess: true,
  });
  return found as unknown as Document | null;
};

const isSame = (address: string, other: unknown): boolean =>
  typeof other === 'string' && address.toLowerCase() === other.toLowerCase();
