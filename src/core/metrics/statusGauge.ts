import type { Payload } from 'payload';
import { postgresOf } from '../database/pool.ts';
import { tableOf } from '../database/table.ts';
import type { GaugeDefinition, GaugeValue } from './definitions.ts';

interface Counted {
  readonly slug: string;
  /** The status of a row, as an expression. */
  readonly statusSql: string;
  readonly statuses: readonly string[];
}

/** The number of records of a collection in each status, also in those that none has. */
const countByStatus = async (
  payload: Payload,
  { slug, statusSql, statuses }: Counted,
): Promise<readonly GaugeValue[]> => {
  const { rows } = await postgresOf(payload).pool.query<{ status: string; count: number }>(
    `select ${statusSql} as status, count(*)::int as count from ${tableOf(payload, slug)} group by 1`,
  );
  return statuses.map((status) => ({
    labels: { status },
    value: rows.find((row) => row.status === status)?.count ?? 0,
  }));
};

/** A figure for each status of a collection's records. */
export const statusGauge = (
  payload: Payload,
  { name, help, ...counted }: Counted & Pick<GaugeDefinition, 'name' | 'help'>,
): GaugeDefinition => ({ name, help, labelNames: ['status'], read: () => countByStatus(payload, counted) });
