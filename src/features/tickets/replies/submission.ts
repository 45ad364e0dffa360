import type { CollectionSlug, PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import { ApiError, notFound } from '../../../core/shared/errors/errors.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import { isSameSet } from '../followers/followers.ts';
import { type Origin, withOrigin } from '../history/origin.ts';
import { findReplyRecipients } from '../notices/addressee.ts';
import { lockOpenEnd, type StoredTicket } from '../record/storedTicket.ts';
import { assertTransition } from '../record/ticketRules.ts';
import { statesAfter } from '../record/transitions.ts';
import type { Status } from '../vocabulary.ts';
import { createReplyRecord, type StoredReply } from './createReplyRecord.ts';
import { toPlainText } from './plainText.ts';

/** A submission from a ticket's page: a reply or an internal note, and the status that comes with it. */
interface Submission {
  /** Rich text, as the CMS's editor writes it. */
  readonly body: unknown;
  readonly internal: boolean;
  /** The files that are sent with it. */
  readonly fileIds: readonly string[];
  /** The colleagues whom an internal note mentions. */
  readonly mentions: readonly string[];
  /** Null leaves it. */
  readonly status: Status | null;
  /** Made for each draft and its text. The same key again is the same submission. */
  readonly key: string;
  /** The newest reply of another person that the page shows; null for none. */
  readonly seenReplyId: string | null;
  /** The people to whom the page said that the mail goes; null for a caller without such a page. */
  readonly seenRecipientIds: readonly string[] | null;
}

interface WantedTicket {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly ticketId: RecordId;
}

/**
 * Stores a reply or an internal note and the status that comes with it, as one act with one mail.
 *
 * @returns the reply's id; that of the first if it was sent twice, whose status may be another one the second time
 * @throws {ApiError} `conflict` if someone else has replied since, if the mail would go to others than the page said, or if the
 * key is that of another reply; `invalid_transition`, `validation_failed`
 */
export const storeSubmission = (
  { req, portal, ticketId: wantedId }: WantedTicket,
  submission: Submission,
): Promise<RecordId> =>
  inTransaction(req, async () => {
    const ticket = await lockOpenEnd(req, portal, wantedId);
    if (!ticket) throw notFound();
    return storeOn(ticket, { req, portal, ticketId: wantedId }, submission);
  });

const storeOn = async (
  ticket: StoredTicket,
  { ticketId: wantedId, ...request }: WantedTicket,
  submission: Submission,
): Promise<RecordId> => {
  const wanted = { ...request, ticketId: ticket.id };
  const source = idText(wantedId);
  const { status, internal, key, seenReplyId } = submission;
  const author = idText(wanted.portal.principalOf(wanted.req.user)?.id ?? '');
  const { sent, newest } = await readReplies(wanted, { key, author });
  if (sent) assertSame(sent, submission, author);
  const isUnseen = newest !== null && newest !== seenReplyId;
  // A stored submission stays so, even if its status cannot follow the present one any more.
  if (sent && (isUnseen || !canFollow(ticket.status, status))) return sent.id;
  // An internal note is for colleagues: a client's reply in the meantime does not matter.
  if (isUnseen && !internal)
    throw new ApiError('conflict', reasonUnlessMerged(wanted, source, 'repliedMeanwhile'));
  if (!sent && !internal && !(await isToSeen(wanted, submission)))
    throw new ApiError('conflict', reasonUnlessMerged(wanted, source, 'otherRecipients'));
  if (status) assertTransition(ticket, status, false);
  const origin: Origin = sent ? { source: 'admin' } : originOf(submission);
  const id = sent?.id ?? (await createReply(wanted, submission, origin));
  if (status && status !== ticket.status) await changeStatus(wanted, status, origin);
  return id;
};

/** A merge brings the replies and the recipients of the other ticket. */
const reasonUnlessMerged = (
  { ticketId }: WantedTicket,
  source: string,
  reason: 'repliedMeanwhile' | 'otherRecipients',
) => {
  const target = idText(ticketId);
  return source === target
    ? say(`errors:ticket:${reason}`)
    : say('errors:ticket:mergedMeanwhile', { source, target });
};

/** @throws {ApiError} `conflict` for the key of another text, or of another person */
const assertSame = (sent: SentReply, { body }: Submission, author: string): void => {
  if (sent.text !== toPlainText(body) || idText(sent.created_by_id ?? '') !== author)
    throw new ApiError('conflict', say('errors:ticket:otherSubmission'));
};

/** True if the mail goes to those whom the page named. The ticket is locked, so they stay until the mail's jobs are there. */
const isToSeen = async (
  { req, portal, ticketId }: WantedTicket,
  { seenRecipientIds: seen }: Submission,
): Promise<boolean> => {
  const author = portal.principalOf(req.user);
  if (seen === null || author === null) return true;
  const present = await findReplyRecipients({ req, portal }, ticketId, author.id);
  const mailed = present.filter(({ mail }) => mail === 'sent').map(({ id }) => idText(id));
  return isSameSet(mailed, [...new Set(seen)]);
};

const canFollow = (present: Status, status: Status | null): boolean =>
  status !== null && statesAfter(present, false).includes(status);

const originOf = ({ key, status, internal }: Submission): Origin => ({
  source: 'admin',
  answerKey: key,
  ...(status && !internal && { alongWith: status }),
});

const createReply = async (
  wanted: WantedTicket,
  { body, internal, fileIds, mentions }: Submission,
  origin: Origin,
): Promise<RecordId> =>
  (await createReplyRecord({ ...wanted, content: { body }, internal, origin, fileIds, mentions })).id;

const changeStatus = ({ req, portal, ticketId }: WantedTicket, status: Status, origin: Origin) =>
  withOrigin(req, origin, () =>
    req.payload.update({
      collection: portal.options.slugs.tickets as CollectionSlug,
      id: ticketId,
      data: { status },
      depth: 0,
      overrideAccess: false,
      req,
    }),
  );

/** A reply that was sent from the page before. */
type SentReply = Pick<StoredReply, 'id' | 'text' | 'created_by_id'>;

/** The reply with this key, and the newest one of another person. The ticket is locked, so no other comes. */
const readReplies = async (
  { req, portal, ticketId }: WantedTicket,
  { key, author }: { readonly key: string; readonly author: string },
): Promise<{ sent: SentReply | null; newest: string | null }> => {
  const replies = tableOf(req.payload, portal.options.slugs.ticketReplies);
  const { rows } = await runStatement<SentReply & { is_sent: boolean }>(
    req,
    `(select id, text, created_by_id, true as is_sent from ${replies} where ticket_id = $1 and answer_key = $2)
     union all
     (select id, null, null, false from ${replies} where ticket_id = $1 and created_by_id::text is distinct from $3
      order by created_at desc, id desc limit 1)`,
    [ticketId, key, author],
  );
  const newest = rows.find(({ is_sent }) => !is_sent);
  return { sent: rows.find(({ is_sent }) => is_sent) ?? null, newest: newest ? idText(newest.id) : null };
};
