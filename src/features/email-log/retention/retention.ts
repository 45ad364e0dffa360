import type { Payload } from 'payload';
import { withDatabaseLock } from '../../../core/database/lock.ts';
import { postgresOf } from '../../../core/database/pool.ts';
import type { LogSlugs } from '../reading/query.ts';
import { coversSince, databaseNow, forgetOrphans, moveCoverage, pruneEmails } from './coverage.ts';

const day = 24 * 60 * 60 * 1000;
const timeOfDay = (3 * 60 + 15) * 60 * 1000;

/** The last time, up to now, at which the retention was scheduled. */
export const lastScheduled = (now: Date): Date => {
  const sinceTick = (now.getTime() - timeOfDay) % day;
  return new Date(now.getTime() - sinceTick);
};

/** True if the retention has missed its last scheduled run. `last`: its last run, or the log's beginning if it never ran. */
export const isDue = (now: Date, last: Date): boolean => last < lastScheduled(now);

/** Days for which rows are kept unless the hook sets another number. */
export const defaultRetentionDays = 180;

/** The result of the retention hook. */
export type RetentionDays =
  | { readonly kind: 'days'; readonly days: number }
  | { readonly kind: 'forever' }
  /** The hook's result, which is not a number of days. */
  | { readonly kind: 'invalid'; readonly given: string }
  | { readonly kind: 'threw'; readonly error: string };

/** Reads the hook's result: a number of days above 0 prunes, infinity keeps rows forever. All else is invalid. */
export const readRetentionDays = (value: unknown): RetentionDays => {
  if (value === Number.POSITIVE_INFINITY) return { kind: 'forever' };
  if (typeof value === 'number' && value > 0) return { kind: 'days', days: value };
  return { kind: 'invalid', given: typeof value === 'number' ? String(value) : typeof value };
};

const problemOf = (days: RetentionDays): string | null => {
  if (days.kind === 'threw') return `emailLogRetentionDays threw: ${days.error}`;
  if (days.kind === 'days' || days.kind === 'forever') return null;
  return `emailLogRetentionDays gave ${days.given}, which is no number of days above 0`;
};

/** The moment before which rows are too old; null if it lies before the year 1. */
export const cutOff = (now: Date, days: number): Date | null => {
  const moment = now.getTime() - days * day;
  return moment > Date.parse('0001-01-01T00:00:00Z') ? new Date(moment) : null;
};

/** The last run of the retention; null before the first. */
export interface RetentionRun {
  /** ISO 8601, UTC. */
  readonly last_run_at: string;
  readonly duration_ms: number;
  readonly deleted: number;
}

const runKey = 'email_log.retention';

export const lastRetentionRun = async (payload: Payload): Promise<RetentionRun | null> => {
  const { rows } = await postgresOf(payload).pool.query<{ value: string }>(
    'select value from support_portal.meta where key = $1',
    [runKey],
  );
  return rows[0] ? (JSON.parse(rows[0].value) as RetentionRun) : null;
};

/**
 * Deletes rows that are too old, if this is due. The first instance does it, and the others find it done. An invalid number
 * of days is logged and deletes nothing.
 */
export const runRetention = async (
  payload: Payload,
  slugs: LogSlugs,
  days: () => Promise<RetentionDays>,
): Promise<void> =>
  withDatabaseLock(payload, 'prune', async () => {
    const began = await databaseNow(payload);
    const last = (await lastRetentionRun(payload))?.last_run_at ?? (await coversSince(payload));
    if (!isDue(began, new Date(last))) return;
    const wanted = await days();
    const problem = problemOf(wanted);
    if (problem !== null) {
      payload.logger.error(`The email log was not pruned: ${problem}.`);
      return;
    }
    const before = wanted.kind === 'days' ? cutOff(began, wanted.days) : null;
    // This comes first: if the process dies on the way, the log must not claim to cover rows that are gone.
    if (before) await moveCoverage(payload, before);
    const deleted = before ? await pruneEmails(payload, slugs, { before }) : 0;
    await forgetOrphans(payload, slugs);
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
    [runKey, JSON.stringify(run)],
  );
};
