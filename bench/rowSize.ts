import type { Payload } from 'payload';
import { postgresOf } from '../src/core/database/pool.ts';
import { tableOf } from '../src/core/database/table.ts';
import type { Bench, Figure } from './bench.ts';
import { emailLogRows } from './data.ts';
import { startDatabase } from './support/database.ts';
import { openLog, type Record } from './support/emailLog.ts';
import { startPortal } from './support/portal.ts';

const rows = 1_000_000;
/** Enough for full statements. */
const atOnce = 1_000;

/** Bytes per row of the email log, in a log that grew mail by mail. */
export const rowSize: Bench = {
  about: `bytes a row of the email log at ${rows.toLocaleString('en')} rows grown by insertion, all indexes included`,
  async run(scope) {
    const payload = await startPortal(await startDatabase(scope), scope);
    const table = tableOf(payload, 'email-log');
    await grow(openLog(payload, scope), scope.signal);
    const parts = await sizesOf(payload, table);
    const total = parts.reduce((sum, { value }) => sum + value, 0);
    return [
      {
        figures: [
          { label: 'all in all', value: total, unit: 'bytes' },
          { label: 'rows', value: rows, unit: '' },
          ...parts.map((part) => ({ ...part, value: part.value / rows, unit: 'bytes a row' })),
        ],
        label: 'row',
        value: total / rows,
        unit: 'bytes',
        spread: null,
        goal: { atMost: 550 },
      },
    ];
  },
};

const grow = async (record: Record, signal: AbortSignal): Promise<void> => {
  let waiting: Promise<unknown>[] = [];
  for (const row of emailLogRows({ rows })) {
    waiting.push(record(row));
    if (waiting.length < atOnce) continue;
    await Promise.all(waiting);
    signal.throwIfAborted();
    waiting = [];
  }
  await Promise.all(waiting);
};

/** The heap with its maps and its overflow, and each index; together they are `pg_total_relation_size`. */
const sizesOf = async (payload: Payload, table: string): Promise<Figure[]> => {
  const { rows: parts } = await postgresOf(payload).pool.query<{ label: string; bytes: string }>(
    `select 'heap' as label, pg_table_size($1) as bytes
     union all
     select indexrelid::regclass::text, pg_relation_size(indexrelid)
     from pg_index where indrelid = $1::regclass`,
    [table],
  );
  return parts.map(({ label, bytes }) => ({ label, value: Number(bytes), unit: 'bytes' }));
};
