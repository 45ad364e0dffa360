import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { lockName } from '../../../core/database/lock.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { foldAddress } from '../../../core/shared/text/text.ts';
import type { StoredMail } from '../storage/storedMail.ts';
import { mostAnHour } from '../vocabulary.ts';

/** Other messages of the sender wait until the request's transaction ends. */
export const lockSender = (req: PayloadRequest, address: string): Promise<void> =>
  lockName(req, `inbound/${foldAddress(address)}`);

/**
 * True if a sender has reached the limit for the last hour, over all processes. Messages count that became a reply or a
 * ticket, were held or failed. Automatic mail and bounces do not, because a server sends one for each mail that comes back;
 * nor do messages that staff put on a ticket. The number is exact once the sender is locked.
 *
 * @param before counts those as well that came before this message, and wait
 */
export const hasHadEnough = async (
  req: PayloadRequest,
  { options }: PortalContext,
  address: string,
  before?: Pick<StoredMail, 'id' | 'received_at'>,
): Promise<boolean> => {
  const { rows } = await runStatement<{ count: string }>(
    req,
    `select count(*) as count from ${tableOf(req.payload, options.slugs.inboundMails)}
     where "from" = $1 and (
       outcome in ('reply', 'ticket', 'held', 'failed') and settled_by_id is null
         and reason is distinct from 'too_many' and processed_at > now() - interval '1 hour'
       or outcome is null and received_at > now() - interval '1 hour' and (received_at, id) < ($2::timestamptz, $3))`,
    [foldAddress(address), before?.received_at.toISOString() ?? null, before?.id ?? null],
  );
  return Number(rows[0]?.count) >= mostAnHour;
};
