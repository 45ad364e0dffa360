import { postgresOf } from '../../core/database/pool.ts';
import { eraseInQueue } from '../../core/jobs/eraseInQueue.ts';
import type { AddressErasure } from '../../core/ports/erasure.ts';
import { alertQueue } from './send.ts';

/** Takes an address out of the alerts and of those that wait to be sent. */
export const eraseInAlerts = async (erasure: AddressErasure): Promise<void> => {
  const { payload, inText, placeholder } = erasure;
  await eraseInQueue(erasure, alertQueue);
  await postgresOf(payload).pool.query(
    `update support_portal.alerts set detail = regexp_replace(detail, $1, $2, 'gi') where detail ~* $1`,
    [inText, placeholder],
  );
};
