/**
 * The kind of failure, so that the receiver can act. `disabled`: the delivery was not attempted, because the webhook is
 * disabled.
 */
export const errorClasses = [
  'dns',
  'connect',
  'tls',
  'timeout',
  'status',
  'redirect',
  'blocked',
  'disabled',
] as const;

export type ErrorClass = (typeof errorClasses)[number];

/** Longest duration of one attempt, in milliseconds. */
export const longestTry = 15_000;

/** The part of a receiver's response that is kept. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded as text and shortened. */
  readonly body: string;
}

/** The outcome of one attempt. A response counts once its headers have arrived; `answer` is null if there was none. */
export type TryOutcome =
  | { readonly kind: 'delivered'; readonly status: number; readonly answer: ReceivedResponse }
  | {
      readonly kind: 'failed';
      readonly errorClass: Exclude<ErrorClass, 'disabled'>;
      readonly error: string;
      readonly status: number | null;
      readonly answer: ReceivedResponse | null;
      /** The wait that the receiver asks for, in seconds. */
      readonly retryAfter: number | null;
    };

const gone = 410;

/** A receiver that says this wants no more. */
export const isGone = (outcome: TryOutcome): boolean => outcome.status === gone;

/** Judges an attempt by the status of its response. */
export const judgeResponse = (answer: ReceivedResponse, retryAfter: number | null): TryOutcome => {
  const { status } = answer;
  if (status >= 200 && status < 300) return { kind: 'delivered', status, answer };
  const isRedirect = status >= 300 && status < 400;
  return {
    kind: 'failed',
    errorClass: isRedirect ? 'redirect' : 'status',
    error: isRedirect
      ? `The receiver answered ${status}; redirects are not followed.`
      : `The receiver answered ${status}.`,
    status,
    answer,
    retryAfter,
  };
};

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
