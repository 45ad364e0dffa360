/** The longest wait that a receiver may ask for, in seconds: a day. */
const longestRetryAfter = 24 * 60 * 60;

/**
 * Reads the header `Retry-After` (RFC 9110, 10.2.3): seconds, or a date in one of its three forms.
 *
 * @returns seconds from now, at most a day; null if it is neither
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
