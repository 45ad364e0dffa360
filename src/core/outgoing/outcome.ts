/**
 * Why a try failed, so that the receiver can act. `disabled`: the delivery was not tried, because the webhook is
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

/** As much of a receiver's answer as is kept. */
export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** As text, cut. */
  readonly body: string;
}

/** What came of one try. An answer counts once its headers are there; `answer` is null if there was none. */
export type TryOutcome =
  | { readonly kind: 'delivered'; readonly status: number; readonly answer: ReceivedAnswer }
  | {
      readonly kind: 'failed';
      readonly errorClass: Exclude<ErrorClass, 'disabled'>;
      readonly error: string;
      readonly status: number | null;
      readonly answer: ReceivedAnswer | null;
      /** In seconds. */
      readonly retryAfter: number | null;
    };

const gone = 410;

/** A receiver that says this wants no more. */
export const isGone = (outcome: TryOutcome): boolean => outcome.status === gone;

/** Judges a try by the status of its answer. */
export const judgeAnswer = (answer: ReceivedAnswer, retryAfter: number | null): TryOutcome => {
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
