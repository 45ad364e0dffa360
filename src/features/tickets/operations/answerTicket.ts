import type { CollectionSlug, PayloadRequest } from 'payload';
import { z } from 'zod';
import { isTeam } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import { idField } from '../../../core/http/input/fields.ts';
import { defineOperation, type Users } from '../../../core/http/operation.ts';
import { ApiError, notFound } from '../../../core/shared/errors/errors.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import { isSameSet, mostFollowers } from '../followers/followers.ts';
import { type Origin, withOrigin } from '../history/origin.ts';
import { mentionIdsField } from '../mentions/mentions.ts';
import { findReplyRecipients } from '../notices/addressee.ts';
import { lockOpenEnd, type StoredTicket } from '../record/storedTicket.ts';
import { assertTransition } from '../record/ticketRules.ts';
import { statesAfter } from '../record/transitions.ts';
import { createReplyRecord, type StoredReply } from '../replies/createReplyRecord.ts';
import { toPlainText } from '../replies/richText.ts';
import type { Status } from '../vocabulary.ts';
import { fileIdsField } from './filesOfReply.ts';
import { loadTicket, statusField } from './ticket.ts';

const who: Users = {
  gate: isTeam,
  scope: null,
  sessions: ['staff', 'representative'],
};

export const answerTicket = defineOperation({
  name: 'answer_ticket',
  summary:
    'Sends a reply or an internal note from the ticket’s page, and changes the status along with it: one act, one mail.',
  description:
    'For the admin UI. The same `key` again is the same submission. If another person has replied since `seen_reply_id`, if a reply would be mailed to others than `seen_recipient_ids`, or if the caller is not `author_id`, it is 409.',
  method: 'POST',
  path: '/portal/v1/tickets/{ticket_id}/answers',
  who,
  input: z.strictObject({
    body: z.record(z.string(), z.unknown()).describe('Rich text, as the CMS’s editor writes it.'),
    internal: z.boolean().optional().describe('True for an internal note, which clients never see.'),
    file_ids: fileIdsField,
    mentions: mentionIdsField,
    status: statusField.nullable().optional().describe('The ticket’s new status.'),
    key: z
      .string()
      .regex(/^[\w-]{16,100}$/, 'Enter 16 to 100 letters, digits, - and _.')
      .describe('Made for each draft and its text.')
      .meta({ examples: ['7c9e6679-7425-40de-944b-e07fc1f90ae7'] }),
    author_id: idField
      .nullable()
      .optional()
      .describe(
        'The person whose page it is: if another one has logged in since in the same browser, it is 409.',
      ),
    seen_reply_id: idField
      .nullable()
      .describe('The newest reply of another person that the writer has seen; null for none.'),
    seen_recipient_ids: z
      .array(idField, 'Send a list of ids.')
      .max(mostFollowers + 1, `Send at most ${mostFollowers + 1} ids.`)
      .optional()
      .describe(
        'The people to whom the page said that a reply is mailed: those of `share_presence` with `sent`.',
      ),
  }),
  body: { holdsRichText: true },
  response: { output: z.strictObject({ id: z.string().describe('The id of the reply.') }), status: 201 },
  errors: ['conflict', 'invalid_transition'],
  load: loadTicket,
  async run(input, { caller, portal, req }, ticket: StoredTicket) {
    const { body, internal = false, file_ids = [], mentions = [], status = null, key, author_id } = input;
    if (author_id && author_id !== idText(caller.id))
      throw new ApiError('conflict', say('errors:ticket:otherAuthor'));
    const id = await storeSubmission(
      { req, portal, ticketId: ticket.id },
      {
        ...{ body, internal, fileIds: file_ids, mentions, status, key },
        seenReplyId: input.seen_reply_id,
        seenRecipientIds: input.seen_recipient_ids ?? null,
      },
    );
    return { output: { id: idText(id) } };
  },
});

export const findAnswer = defineOperation({
  name: 'find_answer',
  summary: 'Says whether a reply that was sent from the ticket’s page has arrived.',
  description: 'For the admin UI, after a page was closed while it sent a reply of the caller.',
  method: 'GET',
  path: '/portal/v1/tickets/{ticket_id}/answers/{key}',
  who,
  input: z.strictObject({}),
  response: {
    output: z.strictObject({
      id: z.string().nullable().describe('The id of the reply; null if there is none.'),
    }),
    status: 200,
  },
  load: loadTicket,
  async run(_input, { caller, params, payload, portal, req }) {
    // The ticket may have been merged since: the key is random, and names one reply.
    const { rows } = await runStatement<{ id: RecordId }>(
      req,
      `select id from ${tableOf(payload, portal.options.slugs.ticketReplies)}
       where answer_key = $1 and created_by_id = $2 limit 1`,
      [params.key, caller.id],
    );
    return { output: { id: rows[0] ? idText(rows[0].id) : null } };
  },
});

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
const storeSubmission = (
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
