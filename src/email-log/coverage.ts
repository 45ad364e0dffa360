import type { Payload } from 'payload';
import { postgresOf } from '../database/pool.ts';
import { askShared } from '../database/sharedQueries.ts';

/** The oldest moment the log can speak for: its own beginning, until a purge or the retention moves it. */
export const coversSince = (payload: Payload): Promise<string> =>
  askShared(payload, 'coverage', () => async () => {
    const { rows } = await postgresOf(payload).pool.query<{ value: string }>(
      `select value from support_portal.meta where key = 'email_log.covers_since'`,
    );
    const [row] = rows;
    if (!row) throw new Error('The email log has no beginning: the database was not prepared.');
    return row.value;
  });

/** Says that what is older than a moment is gone. Never goes back. */
export const moveCoverage = async (payload: Payload, moment: Date): Promise<void> => {
  await postgresOf(payload).pool.query(
    `update support_portal.meta set value = greatest(value, $1) where key = 'email_log.covers_since'`,
    [moment.toISOString()],
  );
};

/** The statement that sets the log's beginning once: now, or the oldest row where there are any already. */
export const beginCoverageSql = (table: string): string => `
  insert into support_portal.meta (key, value)
  select 'email_log.covers_since',
         to_char(least(now(), (select min(created_at) from ${table})) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  on conflict (key) do nothing`;
