import type { CollectionSlug, Payload, PayloadRequest, TypedUser } from 'payload';
import { isClient, reaches } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { isSameAddress } from '../../../core/shared/addresses/notations.ts';
import { type RecordId, relationId } from '../../../core/shared/values/ids.ts';
import { type NoticeChoice, noticeChoiceOf } from '../../people/feature.ts';
import { notificationAddress } from '../../settings/feature.ts';
import { ticketOfDocument } from '../history/changes.ts';
import { mentionsIn } from '../mentions/mentions.ts';
import type { TicketNotice } from './notices.ts';

export interface NoticeParts {
  readonly payload: Payload;
  readonly portal: PortalContext;
}

interface Reading {
  /** In a request's transaction, if it has one: work in it must not wait for a second connection. */
  readonly req: Pick<PayloadRequest, 'payload' | 'transactionID'>;
  readonly portal: PortalContext;
  /** All users who may be asked for, by id; without it, each is read when it is needed. */
  readonly users?: ReadonlyMap<string, Document>;
}

interface Addressee {
  readonly ticket: Document;
  readonly recipient: Recipient;
  /** It is null if it is not known. */
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
  const ticket = await findDocument({ payload }, slugs.tickets, notice.ticketId);
  if (!ticket) return null;
  const recipient = await findRecipient({ req: { payload }, portal }, ticket, notice);
  if (!recipient || !wants(recipient, notice)) return null;
  const actor = await findDocument({ payload }, slugs.users, notice.actorId);
  // No one gets a notice of their own act, other than its receipt.
  if (notice.about !== 'received' && isSameAddress(recipient.to, String(actor?.email))) return null;
  return { ticket, recipient, actor };
};

/** Outcomes of a reply's mail: it is sent, the person chose to get none, or they may not read the ticket any more. */
export const mailOutcomes = ['sent', 'unwanted', 'no_access'] as const;

/** The requester of a ticket, or a follower. */
interface ReplyRecipient {
  readonly id: RecordId;
  readonly isRequester: boolean;
  readonly mail: (typeof mailOutcomes)[number];
}

/** The people to whom a reply of the actor goes, as things are now, by the rules that send its mail. */
export const findReplyRecipients = async (
  { req, portal }: Reading,
  ticketId: RecordId,
  actorId: RecordId,
): Promise<readonly ReplyRecipient[]> => {
  const { slugs } = portal.options;
  const ticket = await findDocument(req, slugs.tickets, ticketId);
  if (!ticket) return [];
  const { requester_id, followers } = ticketOfDocument(ticket);
  const others = followers.filter((id) => String(id) !== String(requester_id));
  const people = [...(requester_id === null ? [] : [requester_id]), ...others];
  const users = await findUsers({ req, portal }, [actorId, ...people]);
  const actor = users.get(String(actorId));
  const found: ReplyRecipient[] = [];
  for (const id of people.filter((one) => String(one) !== String(actorId))) {
    const isRequester = id === requester_id;
    const notice = { about: 'staff_reply', ticketId, replyId: null, actorId } as const;
    const recipient = await findRecipient(
      { req, portal, users },
      ticket,
      isRequester ? notice : { ...notice, followerId: id },
    );
    if (isSameAddress(recipient?.to ?? '', String(actor?.email))) continue;
    const refusal = recipient ? 'unwanted' : 'no_access';
    found.push({ id, isRequester, mail: recipient && wants(recipient, notice) ? 'sent' : refusal });
  }
  return found;
};

interface Recipient {
  readonly to: string;
  readonly isClient: boolean;
  /** It is null if it is not known. */
  readonly language: string | null;
  readonly notices: NoticeChoice;
}

/** A client chooses the mails about tickets. Staff and representatives get all of theirs. */
const wants = ({ isClient, notices }: Recipient, { about }: TicketNotice): boolean =>
  !isClient || notices === 'all' || (notices === 'replies' && about === 'staff_reply');

/** The recipient of a notice. Returns null if there is none. */
const findRecipient = async (
  parts: Reading,
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
  parts: Reading,
  ticket: Document,
  { replyId }: TicketNotice,
  assignee: RecordId | null,
): Promise<Recipient | null> => {
  if (assignee === null) return null;
  const note = await findDocument(parts.req, parts.portal.options.slugs.ticketReplies, replyId);
  const isMentioned = mentionsIn(note?.mentions).some((id) => String(id) === String(assignee));
  return isMentioned ? null : colleague(parts, ticket, assignee);
};

/** An assignee, or a person whom a note mentions, unless they have become a client. */
const colleague = async (parts: Reading, ticket: Document, id: RecordId): Promise<Recipient | null> => {
  const recipient = await person(parts, ticket, id);
  return recipient?.isClient ? null : recipient;
};

/** The requester gets a mail of their own. */
const follower = async (
  parts: Reading,
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
  parts: Reading,
  ticket: Document,
  { about, actorId, requesterId }: TicketNotice,
): Promise<Recipient | null> => {
  const { requester_id: id } = ticketOfDocument(ticket);
  if (id === null || (requesterId !== undefined && String(id) !== String(requesterId))) return null;
  if (about !== 'received') return String(id) === String(actorId) ? null : person(parts, ticket, id);
  const recipient = await person(parts, ticket, id);
  return recipient?.isClient ? recipient : null;
};

/** The notification address. */
const team = async ({ req }: Reading): Promise<Recipient | null> => {
  const to = await notificationAddress(req.payload);
  return to === null ? null : { to, isClient: false, language: null, notices: 'all' };
};

/** Returns null for a user who has left the ticket's organization: they may no longer read it. */
const person = async (
  { req, portal, users }: Reading,
  ticket: Document,
  id: RecordId,
): Promise<Recipient | null> => {
  const collection = portal.options.slugs.users;
  const user = users ? users.get(String(id)) : await findDocument(req, collection, id);
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

/** A record, as the CMS has it; null if it is gone. */
export const findDocument = async (
  { payload, transactionID }: Reading['req'],
  slug: string,
  id: RecordId | null,
): Promise<Document | null> => {
  if (id === null) return null;
  // A job acts for the portal itself; the recipient decides what the mail may contain.
  const found = await payload.findByID({
    collection: slug as CollectionSlug,
    id,
    depth: 0,
    disableErrors: true,
    overrideAccess: true,
    ...(transactionID !== undefined && { req: { transactionID } }),
  });
  return found as unknown as Document | null;
};

/** Users, as the CMS has them, by id. */
const findUsers = async (
  { req: { payload, transactionID }, portal }: Reading,
  ids: readonly RecordId[],
): Promise<ReadonlyMap<string, Document>> => {
  const { docs } = await payload.find({
    collection: portal.options.slugs.users as CollectionSlug,
    where: { id: { in: [...ids] } },
    depth: 0,
    pagination: false,
    overrideAccess: true,
    ...(transactionID !== undefined && { req: { transactionID } }),
  });
  return new Map(docs.map((user) => [String(user.id), user as unknown as Document]));
};
