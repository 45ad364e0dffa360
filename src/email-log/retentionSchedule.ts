/** Daily at 03:15 UTC, for node-cron. */
export const retentionCron = '15 3 * * *';

const day = 24 * 60 * 60 * 1000;
const timeOfDay = (3 * 60 + 15) * 60 * 1000;

/** The last moment, up to now, at which the retention was to run. */
export const lastScheduled = (now: Date): Date => {
  const sinceTick = (now.getTime() - timeOfDay) % day;
  return new Date(now.getTime() - sinceTick);
};

/** Whether the retention has missed its last turn. `last`: its last run, or the log's beginning where it never ran. */
export const isDue = (now: Date, last: Date): boolean => last < lastScheduled(now);

/** What the retention hook asked for. */
export type RetentionDays =
  | { readonly kind: 'days'; readonly days: number }
  | { readonly kind: 'forever' }
  | { readonly kind: 'invalid'; readonly reason: string };

/** A number of days above 0 prunes, infinity keeps for ever; nothing else is taken for either. */
export const readRetentionDays = (value: unknown): RetentionDays => {
  if (value === Number.POSITIVE_INFINITY) return { kind: 'forever' };
  if (typeof value === 'number' && value > 0) return { kind: 'days', days: value };
  const given = typeof value === 'number' ? value : typeof value;
  return {
    kind: 'invalid',
    reason: `emailLogRetentionDays gave ${given}, which is no number of days above 0`,
  };
};

/** The moment before which rows are too old; null where it lies before all time. */
export const cutOff = (now: Date, days: number): Date | null => {
  const moment = now.getTime() - days * day;
  return moment > Date.parse('0001-01-01T00:00:00Z') ? new Date(moment) : null;
};
