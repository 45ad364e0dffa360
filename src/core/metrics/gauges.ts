import type { Payload } from 'payload';
import { postgresOf } from '../database/pool.ts';
import { tableOf } from '../database/table.ts';

/** A total that is counted in the database and holds over all processes. */
export interface CounterDefinition {
  /** Its name among the totals. */
  readonly metric: string;
  /** Its name for Prometheus, after `support_portal_`. */
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
}

/** A figure that is read when it is asked for. */
export interface GaugeDefinition {
  /** Its name for Prometheus, after `support_portal_`. */
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  /** @returns the value for each combination of labels */
  read(): Promise<readonly GaugeValue[]>;
}

interface GaugeValue {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

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
