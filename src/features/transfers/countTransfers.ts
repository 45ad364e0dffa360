import type { Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { postgresOf } from '../../core/database/pool.ts';
import { tableOf } from '../../core/database/table.ts';
import type { GaugeValue } from '../../core/metrics/definitions.ts';
import { transferStatuses } from './vocabulary.ts';

/** The number of transfers in each status. */
export const countTransfers = async (
  payload: Payload,
  { options }: PortalContext,
): Promise<readonly GaugeValue[]> => {
  const { rows } = await postgresOf(payload).pool.query<{ status: string; count: number }>(
    `select status, count(*)::int as count from ${tableOf(payload, options.slugs.transfers)} group by status`,
  );
  return transferStatuses.map((status) => ({
    labels: { status },
    value: rows.find((row) => row.status === status)?.count ?? 0,
  }));
};
