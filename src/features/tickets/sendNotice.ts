import type { CollectionSlug, Payload, TypedUser } from 'payload';
import { reaches } from '../../core/access/roles.ts';
import type { PortalContext } from '../../core/context.ts';
import type { Job } from '../../core/jobs/jobs.ts';
import { adminLink } from '../../core/request/publicOrigin.ts';
import { type RecordId, relationId } from '../../core/shared/ids.ts';
import { appTexts } from '../../core/texts/appTexts.ts';
import { type MailThread, mailThreadOf, sendOnce } from '../mail/feature.ts';
import { inboundOptions, notificationAddress } from '../settings/feature.ts';
import { type ChangeableTicket, ticketOfDocument } from './changes.ts';
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
  const to = await addressFor({ payload, portal }, ticket, recipientOf(notice, ticketOfDocument(ticket)));
  const actor = await find(payload, slugs.users, notice.actorId);
  // No one gets a notice of their own act.
  if (to === null || isSame(to, actor?.email)) return;
  const reply = await find(payload, slugs.ticketReplies, notice.replyId);
  const link = linkTo(payload, portal, notice.ticketId);
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
      t: await appTexts(payload),
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

type Recipient = { readonly user: RecordId } | 'notification address' | null;

/** The recipient of a notice. Null if there is none. */
const recipientOf = (
  { about, actorId }: TicketNotice,
  { requester_id, assignee_id }: Pick<ChangeableTicket, 'requester_id' | 'assignee_id'>,
): Recipient => {
  if (about === 'created') return 'notification address';
  if (about === 'client_reply') return assignee_id === null ? 'notification address' : { user: assignee_id };
  return requester_id === null || String(requester_id) === String(actorId) ? null : { user: requester_id };
};

/** The address of a recipient. Null for a user who has left the ticket's organization: they may no longer read it. */
const addressFor = async (
  { payload, portal }: NoticeParts,
  ticket: Document,
  recipient: Recipient,
): Promise<string | null> => {
  if (recipient === null) return null;
  if (recipient === 'notification address') return notificationAddress(payload);
  const collection = portal.options.slugs.users;
  const user = await find(payload, collection, recipient.user);
  const principal = user && portal.principalOf({ ...user, collection } as unknown as TypedUser);
  const isInReach = principal && reaches(principal, relationId(ticket.organization));
  return isInReach && typeof user?.email === 'string' ? user.email : null;
};

const linkTo = (payload: Payload, { options }: PortalContext, id: RecordId): string | null =>
  adminLink(payload, `/collections/${options.slugs.tickets}/${id}`);

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
