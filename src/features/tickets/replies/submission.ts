import type { CollectionSlug, PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import { ApiError, notFound } from '../../../core/shared/errors/errors.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import { type Origin, withOrigin } from '../history/origin.ts';
import { lockOpenEnd } from '../merge/mergedInto.ts';
import { assertTransition } from '../record/ticketRules.ts';
import type { Status } from '../vocabulary.ts';
import { createReplyRecord } from './createReplyRecord.ts';

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
}

interface WantedTicket {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly ticketId: RecordId;
}

/**
 * Stores a reply or an internal note and the status that comes with it, as one act with one mail.
 *
 * @returns the reply's id; that of the first if it was sent twice
 * @throws {ApiError} `conflict` if someone else has replied since, `invalid_transition`, `validation_failed`
 */
export const storeSubmission = (
  { req, portal, ticketId: wantedId }: WantedTicket,
  submission: Submission,
): Promise<RecordId> =>
  inTransaction(req, async () => {
    const ticket = await lockOpenEnd(req, portal, wantedId);
    if (!ticket) throw notFound();
    const ticketId = ticket.id;
    const { sent, newest } = await readReplies({ req, portal, ticketId }, submission.key);
    if (sent !== null) return sent;
    // An internal note is for colleagues: a client's reply in the meantime does not matter.
    if (!submission.internal && newest !== null && newest !== submission.seenReplyId)
      throw new ApiError('conflict', say('errors:ticket:repliedMeanwhile'));
    const { status, internal, body, fileIds, mentions } = submission;
    if (status) assertTransition(ticket, status, false);
    const origin: Origin = {
      source: 'admin',
      answerKey: submission.key,
      ...(status && !internal && { alongWith: status }),
    };
    const content = { body };
    const { id } = await createReplyRecord({
      ...{ req, portal, ticketId, content, internal, origin, fileIds, mentions },
    });
    if (status && status !== ticket.status)
      await withOrigin(req, origin, () =>
        req.payload.update({
          collection: portal.options.slugs.tickets as CollectionSlug,
          id: ticketId,
          data: { status },
          depth: 0,
          overrideAccess: false,
          req,
        }),
      );
    return id;
  });

/** The reply with this key, and the newest one of another person. The ticket is locked, so no other comes. */
const readReplies = async (
  { req, portal, ticketId }: WantedTicket,
  key: string,
): Promise<{ sent: RecordId | null; newest: string | null }> => {
  const replies = tableOf(req.payload, portal.options.slugs.ticketReplies);
  const { rows } = await runStatement<{ sent: RecordId | null; newest: RecordId | null }>(
    req,
    `select
       (select id from ${replies} where ticket_id = $1 and answer_key = $2) as sent,
       (select id from ${replies} where ticket_id = $1 and created_by_id::text is distinct from $3
        order by created_at desc, id desc limit 1) as newest`,
    [ticketId, key, idText(portal.principalOf(req.user)?.id ?? '')],
  );
  const { sent = null, newest = null } = rows[0] ?? {};
  return { sent, newest: newest === null ? null : idText(newest) };
};
