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
import { keepFailedNotice } from './failedNotices.ts';
import { hasRecentReceipt } from './hasRecentReceipt.ts';
import { type MailedFiles, mailedFiles } from './mailedFiles.ts';
import { mentionsIn } from './mentions/mentionRules.ts';
import { openEndOf } from './mergedInto.ts';
import { composeNotice, isOfNote, type TicketNotice } from './notices.ts';

interface NoticeParts {
  readonly payload: Payload;
  readonly portal: PortalContext;
}

/** Sends the mail of a notice. If it fails, the email log records it, and nothing is undone. */
export const sendNotice = async ({ payload, portal }: NoticeParts, job: Job<TicketNotice>): Promise<void> => {
  const { data: notice } = job;
  const { slugs } = portal.options;
  const addressee = await findAddressee({ payload, portal }, notice);
  if (!addressee) return;
  const { ticket, recipient, actor } = addressee;
  const { to } = recipient;
  const isReceipt = notice.about === 'received';
  if (notice.isSeldom && (await hasRecentReceipt({ payload, portal }, ticket))) return;
  const reply = await find(payload, slugs.ticketReplies, notice.replyId);
  const link = recipient.isClient
    ? clientPageLink(payload, portal, `/tickets/${notice.ticketId}`)
    : adminLink(payload, `/collections/${slugs.tickets}/${notice.ticketId}`);
  // An answer by mail to an internal note would reach the client: its notice is no part of the thread.
  const thread = isOfNote(notice.about)
    ? null
    : mailThreadOf(payload, await inboundOptions(payload, portal.options.inbound));
  // It may have been merged since, and its mails follow.
  const relatedId = (await openEndOf({ payload }, portal, notice.ticketId)) ?? notice.ticketId;
  const t = await textsIn(payload, recipient.language);
  const message = (files: MailedFiles) => ({
    to,
    ...composeNotice({
      about: notice.about,
      status: notice.status,
      ticket,
      reply,
      isByOther: actor !== null && !isSame(to, actor.email),
      link,
      isAnswerable: thread !== null,
      files,
      t,
    }),
    ...(files.attachments.length > 0 && { attachments: [...files.attachments] }),
    ...(isReceipt && { headers: { 'Auto-Submitted': 'auto-replied' } }),
    ...(thread && threadOf({ thread, ticketId: notice.ticketId, to })),
    portal: {
      type: typeOf(notice),
      relatedTo: { type: 'ticket', id: relatedId },
      ...(notice.actorId !== null && { user: notice.actorId }),
    },
  });
  const { replyId } = notice;
  const { isClient: isAttached } = recipient;
  const attempt = await sendOnce(
    payload,
    async () => message(await mailedFiles({ payload, portal, replyId, isAttached })),
    job,
  );
  if (attempt?.status === 'failed') await keepFailedNotice(payload, attempt, notice);
};

interface Addressee {
  readonly ticket: Document;
  readonly recipient: Recipient;
  /** Null if it is not known. */
  readonly actor: Document | null;
}

/** The recipient of a notice, as things are now; null if no one is to get it. */
export const findAddressee = async (
  { payload, portal }: NoticeParts,
  notice: TicketNotice,
): Promise<Addressee | null> => {
  const { slugs } = portal.options;
  // Without a notification address, a new ticket needs no further lookup.
  if (notice.about === 'created' && (await notificationAddress(payload)) === null) return null;
  const ticket = await find(payload, slugs.tickets, notice.ticketId);
  if (!ticket) return null;
  const recipient = await findRecipient({ payload, portal }, ticket, notice);
  if (!recipient || !wants(recipient, notice)) return null;
  const actor = await find(payload, slugs.users, notice.actorId);
  // No one gets a notice of their own act, other than its receipt.
  if (notice.about !== 'received' && isSame(recipient.to, actor?.email)) return null;
  return { ticket, recipient, actor };
};

const types: Readonly<Partial<Record<TicketNotice['about'], string>>> = {
  created: 'ticket_created',
  received: 'ticket_received',
  note: 'ticket_note',
  mention: 'ticket_mention',
};

/** The type of a notice in the email log. */
const typeOf = ({ about }: TicketNotice): string => types[about] ?? 'ticket_update';

interface Threading {
  readonly thread: MailThread;
  readonly ticketId: RecordId;
  readonly to: string;
}

/** Headers that make a mail part of its ticket's thread, so that replies to it come back. */
const threadOf = ({ thread, ticketId, to }: Threading) => {
  const root = `<${thread.rootId(ticketId)}>`;
  const messageId = `<${thread.newMessageId(ticketId, to)}>`;
  return {
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
  notice: TicketNotice,
): Promise<Recipient | null> => {
  const { about, followerId = null, mentionedId = null } = notice;
  if (about === 'mention') return mentionedId === null ? null : colleague(parts, ticket, mentionedId);
  if (followerId !== null) return follower(parts, ticket, notice, followerId);
  if (about === 'created') return team(parts);
  const { assignee_id } = ticketOfDocument(ticket);
  if (about === 'note') return assigneeOfNote(parts, ticket, notice, assignee_id);
  if (about === 'client_reply')
    return (assignee_id === null ? null : await colleague(parts, ticket, assignee_id)) ?? team(parts);
  return requester(parts, ticket, notice);
};

/** An assignee whom the note mentions gets the mail about that. */
const assigneeOfNote = async (
  parts: NoticeParts,
  ticket: Document,
  { replyId }: TicketNotice,
  assignee: RecordId | null,
): Promise<Recipient | null> => {
  if (assignee === null) return null;
  const note = await find(parts.payload, parts.portal.options.slugs.ticketReplies, replyId);
  const isMentioned = mentionsIn(note?.mentions).some((id) => String(id) === String(assignee));
  return isMentioned ? null : colleague(parts, ticket, assignee);
};

/** An assignee, or a person whom a note mentions, unless they have become a client. */
const colleague = async (parts: NoticeParts, ticket: Document, id: RecordId): Promise<Recipient | null> => {
  const recipient = await person(parts, ticket, id);
  return recipient?.isClient ? null : recipient;
};

/** The requester gets a mail of their own. */
const follower = async (
  parts: NoticeParts,
  ticket: Document,
  { actorId }: TicketNotice,
  id: RecordId,
): Promise<Recipient | null> => {
  const { requester_id, followers } = ticketOfDocument(ticket);
  const is = (other: RecordId | null) => String(other) === String(id);
  return followers.some(is) && !is(requester_id) && !is(actorId) ? person(parts, ticket, id) : null;
};

/** A receipt is for clients alone, and for their own tickets too. */
const requester = async (
  parts: NoticeParts,
  ticket: Document,
  { about, actorId }: TicketNotice,
): Promise<Recipient | null> => {
  const { requester_id: id } = ticketOfDocument(ticket);
  if (id === null) return null;
  if (about !== 'received') return String(id) === String(actorId) ? null : person(parts, ticket, id);
  const recipient = await person(parts, ticket, id);
  return recipient?.isClient ? recipient : null;
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
