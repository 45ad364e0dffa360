import { isGone, type TryOutcome } from './outcome.ts';

/** How long a delivery waits for its next try, in seconds; null if there is none. */
export const waitOf = (outcome: TryOutcome, failedBefore: number, random: number): number | null =>
  outcome.kind === 'delivered' || isGone(outcome)
    ? null
    : waitAfter({ failures: failedBefore + 1, retryAfter: outcome.retryAfter, random });

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** In seconds, after the first failed try, the second, and so on. */
const waits = [
  5,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const;

/** At most this share is added, so that not all tries come back at the same moment. */
const jitter = 0.2;

const longestRetryAfter = day;

interface Failure {
  /** Tries that failed in this round, this one included. */
  readonly failures: number;
  /** The wait that the receiver asked for, in seconds. Null if it asked for none, or for an invalid one. */
  readonly retryAfter: number | null;
  /** From 0 to 1. */
  readonly random: number;
}

/** How long a delivery waits after a failed try, in seconds; null once all tries are used up. */
export const waitAfter = ({ failures, retryAfter, random }: Failure): number | null => {
  const wait = waits[failures - 1];
  return wait === undefined ? null : Math.max(wait * (1 + jitter * random), retryAfter ?? 0);
};

/** Days after which a webhook that has only failed is disabled. */
export const daysOfFailing = 5;

/**
 * Reads the header `Retry-After` (RFC 9110, 10.2.3): seconds, or a date in one of its three forms.
 *
 * @returns seconds from now, at most a day; null for what is neither
 */
export const parseRetryAfter = (header: string | readonly string[] | undefined, now: Date): number | null => {
  if (typeof header !== 'string') return null;
  const value = header.trim();
  const seconds = /^\d+$/.test(value) ? Number(value) : secondsUntil(value, now);
  return seconds === null ? null : Math.min(Math.max(seconds, 0), longestRetryAfter);
};

const secondsUntil = (value: string, now: Date): number | null => {
  const isDate = dateForms.some((form) => form.test(value));
  // The third form has no zone, and means GMT.
  const moment = isDate ? Date.parse(value.endsWith('GMT') ? value : `${value} GMT`) : Number.NaN;
  return Number.isNaN(moment) ? null : (moment - now.getTime()) / 1_000;
};

const weekday = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const longDay = '(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)';
const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const time = '\\d{2}:\\d{2}:\\d{2}';

const dateForms: readonly RegExp[] = [
  new RegExp(`^${weekday}, \\d{2} ${month} \\d{4} ${time} GMT$`),
  new RegExp(`^${longDay}, \\d{2}-${month}-\\d{2} ${time} GMT$`),
  new RegExp(`^${weekday} ${month} [ \\d]\\d ${time} \\d{4}$`),
];
