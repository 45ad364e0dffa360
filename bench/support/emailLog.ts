import type { Payload } from 'payload';
import { logEmail } from '../../hooks/afterEmail.ts';
import { makeIndexes } from '../../src/core/database/makeIndexes.ts';
import { postgresOf } from '../../src/core/database/pool.ts';
import { quote } from '../../src/core/database/statement.ts';
import { tableOf } from '../../src/core/database/table.ts';
import { makeThrowAwayFolder } from '../../src/demo/portal.ts';
import { buildEmailLog } from '../../src/features/email-log/emailLog.ts';
import { emailLogIndexes } from '../../src/features/email-log/prepare.ts';
import { type EmailAttempt, rowColumns } from '../../src/features/email-log/row.ts';
import { emailLogRows } from '../data.ts';
import { startDatabase } from './database.ts';
import { startPortal } from './portal.ts';
import type { Scope } from './scope.ts';

export const slug = 'email-log';

/** A portal with a past, and the mails that come next. */
export interface GrownLog {
  readonly payload: Payload;
  readonly table: string;
  /** Returns the given number of them. */
  next(count: number): EmailAttempt[];
}

/** More than any bench takes from a log that has grown. */
const mailsToCome = 1_000_000;

/** Starts a portal whose email log holds this many rows already, written in bulk: only their number matters. */
export const startGrownLog = async (rows: number, scope: Scope): Promise<GrownLog> => {
  const payload = await startPortal(await startDatabase(scope), scope);
  const table = tableOf(payload, slug);
  const mails = emailLogRows({ rows: rows + mailsToCome });
  const next = (count: number): EmailAttempt[] => Array.from({ length: count }, () => mails.next().value);
  await withoutStartedIndexes(payload, table, async () => {
    for (let left = rows; left > 0; left -= batch) {
      await insertInBulk(payload, table, next(Math.min(batch, left)));
      scope.signal.throwIfAborted();
    }
  });
  await settle(payload);
  return { payload, table, next };
};

/** Does at once the work that the autovacuum does in time: without statistics of the table a figure means nothing. */
export const settle = async (payload: Payload): Promise<void> => {
  await postgresOf(payload).pool.query('vacuum analyze');
  await postgresOf(payload).pool.query('checkpoint');
};

const batch = 20_000;

const columns = rowColumns
  .filter((column) => column !== 'id')
  .map(quote)
  .join(', ');

const insertInBulk = async (
  payload: Payload,
  table: string,
  rows: readonly EmailAttempt[],
): Promise<void> => {
  await postgresOf(payload).pool.query(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );
};

/** They are made much faster at the end. */
const withoutStartedIndexes = async (
  payload: Payload,
  table: string,
  fill: () => Promise<void>,
): Promise<void> => {
  const indexes = emailLogIndexes(table, true);
  for (const { name } of indexes) await postgresOf(payload).pool.query(`drop index ${name}`);
  await fill();
  await makeIndexes(payload, table, indexes);
};

/** Takes a mail into the log as sending one does: noted before it is tried, written by the hook afterwards. */
export type Record = (attempt: EmailAttempt) => Promise<void>;

/** The portal's own log with a spool on disk, which the bench closes at its end. */
export const openLog = (payload: Payload, { onEnd }: Scope): Record => {
  const folder = makeThrowAwayFolder();
  onEnd(folder.remove);
  const log = buildEmailLog({
    payload,
    slug,
    prepare: async () => {},
    dataDirectory: folder.path,
    beforeWriting: async (row) => row,
  });
  onEnd(log.close);
  return async (attempt) => {
    const mail = log.begin({ ...attempt, status: 'failed', error: 'Outcome unknown', message_id: null });
    await logEmail(mail)({ attempt, payload, req: null });
  };
};
