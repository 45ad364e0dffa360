import type { Payload } from 'payload';
import { withDatabaseLock } from '../database/lock.ts';
import { postgresOf } from '../database/pool.ts';
import { coversSince, moveCoverage } from './coverage.ts';
import { databaseNow, pruneEmails } from './prune.ts';
import { cutOff, isDue, type RetentionDays } from './retentionSchedule.ts';

/** The last run of the retention; null before the first. */
export interface RetentionRun {
  /** ISO 8601, UTC. */
  readonly last_run_at: string;
  readonly duration_ms: number;
  readonly deleted: number;
}

const key = 'email_log.retention';

export const lastRetentionRun = async (payload: Payload): Promise<RetentionRun | null> => {
  const { rows } = await postgresOf(payload).pool.query<{ value: string }>(
    'select value from support_portal.meta where key = $1',
    [key],
  );
  return rows[0] ? (JSON.parse(rows[0].value) as RetentionRun) : null;
};

/**
 * Deletes rows that are too old, if this is due: whichever instance comes first does it, the others find it done.
 * Days that are no number of days are logged and delete nothing.
 */
export const runRetention = async (
  payload: Payload,
  slug: string,
  days: () => Promise<RetentionDays>,
): Promise<void> =>
  withDatabaseLock(payload, 'prune', async () => {
    const began = await databaseNow(payload);
    const last = (await lastRetentionRun(payload))?.last_run_at ?? (await coversSince(payload));
    if (!isDue(began, new Date(last))) return;
    const wanted = await days();
    if (wanted.kind === 'invalid') {
      payload.logger.error(`The email log was not pruned: ${wanted.reason}.`);
      return;
    }
    const before = wanted.kind === 'days' ? cutOff(began, wanted.days) : null;
    // First, so that a process that dies on the way has promised nothing that is gone.
    if (before) await moveCoverage(payload, before);
    const deleted = before ? await pruneEmails(payload, slug, { before }) : 0;
    const ended = await databaseNow(payload);
    await remember(payload, {
      last_run_at: began.toISOString(),
      duration_ms: ended.getTime() - began.getTime(),
      deleted,
    });
  });

const remember = async (payload: Payload, run: RetentionRun): Promise<void> => {
  await postgresOf(payload).pool.query(
    `insert into support_portal.meta (key, value) values ($1, $2)
     on conflict (key) do update set value = excluded.value`,
    [key, JSON.stringify(run)],
  );
};
