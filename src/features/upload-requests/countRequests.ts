import type { Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { postgresOf } from '../../core/database/pool.ts';
import { tableOf } from '../../core/database/table.ts';
import type { GaugeValue } from '../../core/metrics/definitions.ts';
import { statusSql } from './storedRequest.ts';
import { requestStatuses } from './vocabulary.ts';

/** The number of upload requests in each status. */
export const countRequests = async (
  payload: Payload,
  { options }: PortalContext,
): Promise<readonly GaugeValue[]> => {
  const { rows } = await postgresOf(payload).pool.query<{ status: string; count: number }>(
    `select ${statusSql} as status, count(*)::int as count from ${tableOf(payload, options.slugs.uploadRequests)} group by 1`,
  );
  return requestStatuses.map((status) => ({
    labels: { status },
    value: rows.find((row) => row.status === status)?.count ?? 0,
  }));
};
