import type { SupportPortalError } from './SupportPortalError.ts';

/** A request, as far as it matters to whether it may be sent twice. */
export interface Repeated {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly ifMatch?: string | null | undefined;
  /** Whether its body can be sent once alone. */
  readonly isOnce?: boolean;
}

interface Decision {
  readonly request: Repeated;
  readonly error: Pick<SupportPortalError, 'code' | 'status' | 'retryAfter'>;
  /** How often it was tried, this time included. */
  readonly tries: number;
  /** From 0 to 1. */
  readonly random: number;
}

/** In seconds. For a longer wait the call rejects. */
const longestWait = 60;
const firstPause = 0.25;
const longestPause = 8;

/**
 * How long to wait before a request that failed is sent again: never less than `Retry-After` asks for.
 *
 * @returns seconds; null if it may not be sent again
 */
export const waitBeforeRetry = ({ request, error, tries, random }: Decision): number | null => {
  if (request.isOnce || !mayBeRepeated(request, error)) return null;
  if (error.retryAfter === null) return Math.min(firstPause * 2 ** tries, longestPause) * (0.5 + random / 2);
  return error.retryAfter > longestWait ? null : error.retryAfter + random;
};

const mayBeRepeated = (request: Repeated, { code, status }: Decision['error']): boolean => {
  // Refused before anything was done, whatever it was.
  if (status === 429 || code === 'idempotency_in_flight') return true;
  return isLost({ code, status }) && isSafe(request);
};

/** Whether the outcome of a request is unknown. */
export const isLost = ({ code, status }: Pick<SupportPortalError, 'code' | 'status'>): boolean =>
  code === 'connection_failed' || code === 'timed_out' || [502, 503, 504].includes(status ?? 0);

/** A POST has its `Idempotency-Key`; a change without `If-Match` could undo what someone else did meanwhile. */
const isSafe = ({ method, ifMatch }: Repeated): boolean => method !== 'PATCH' || Boolean(ifMatch);
