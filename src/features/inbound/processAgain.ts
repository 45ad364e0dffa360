import { createLocalReq, type Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { runStatement } from '../../core/database/statement.ts';
import { tableOf } from '../../core/database/table.ts';
import { inTransaction } from '../../core/database/transaction.ts';
import { enqueue } from '../../core/jobs/jobs.ts';
import { ApiError } from '../../core/shared/errors/errors.ts';
import { say } from '../../core/texts/say.ts';
import { inboundQueues } from './receiveMail.ts';
import { laneOf } from './senders/known.ts';
import { isDecidable } from './storage/fate.ts';
import { findMail, type StoredMail } from './storage/storedMail.ts';
import { keptDays } from './vocabulary.ts';

/** True for a message that staff accepted, which is kept as long as one that waits. */
const isAccepted = ({ outcome, settled_by_id }: StoredMail): boolean =>
  settled_by_id !== null && (outcome === 'reply' || outcome === 'ticket');

const mayRepeat = (mail: StoredMail): boolean => isDecidable(mail) || isAccepted(mail);

/** True for a message that may be processed again. */
export const isRepeatable = (mail: StoredMail): boolean => mail.filename !== null && mayRepeat(mail);

/**
 * Processes a message as if it had just come, after a mend. The reply or the ticket that it became stays.
 *
 * @throws {ApiError} `conflict` for one that neither waits nor was accepted by staff, or whose raw message is gone
 */
export const processAgain = async (
  payload: Payload,
  portal: PortalContext,
  { id, from }: StoredMail,
): Promise<void> => {
  const req = await createLocalReq({}, payload);
  const lane = await laneOf(payload, portal, from);
  await inTransaction(req, async () => {
    const mail = await findMail(req, portal, id, 'for update');
    if (!mail || !isRepeatable(mail)) throw refusal(mail);
    await runStatement(
      req,
      `update ${tableOf(payload, portal.options.slugs.inboundMails)}
       set outcome = null, reason = null, ticket_id = null, reply_id = null, text = null, authentication = null,
         settled_by_id = null, processed_at = null
       where id = $1`,
      [id],
    );
    await enqueue(req, inboundQueues[lane], { mailId: id });
  });
};

const refusal = (mail: StoredMail | null): ApiError => {
  if (mail && mayRepeat(mail))
    return new ApiError('conflict', say('errors:inbound:gone', { days: keptDays }));
  const outcome = say(`errors:inbound:outcome:${mail?.outcome ?? 'new'}`);
  return new ApiError('conflict', say('errors:inbound:settled', { outcome }));
};
