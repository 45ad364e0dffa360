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
