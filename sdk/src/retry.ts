import type { SupportPortalError } from './SupportPortalError.ts';

/** A request, as far as it matters to whether it may be sent twice. */
export interface Repeated {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly ifMatch?: string | null | undefined;
  /** True if its body can be sent only once. */
  readonly isOnce?: boolean;
}

interface Decision {
  readonly request: Repeated;
  readonly error: Pick<SupportPortalError, 'code' | 'status' | 'retryAfter'>;
  /** Number of tries, this one included. */
  readonly tries: number;
  /** A random number from 0 to 1. */
  readonly random: number;
}

/** Longest wait in seconds. If the server asks for a longer one, the call rejects. */
const longestWait = 60;
const firstPause = 0.25;
const longestPause = 8;

/**
 * The wait before a failed request is retried: never less than `Retry-After` asks for.
 *
 * @returns seconds; null if it may not be retried
 */
export const waitBeforeRetry = ({ request, error, tries, random }: Decision): number | null => {
  if (request.isOnce || !mayBeRepeated(request, error)) return null;
  if (error.retryAfter === null) return Math.min(firstPause * 2 ** tries, longestPause) * (0.5 + random / 2);
  return error.retryAfter > longestWait ? null : error.retryAfter + random;
};

const mayBeRepeated = (request: Repeated, { code, status }: Decision['error']): boolean => {
  // Refused before anything was carried out, so any request may be repeated.
  if (status === 429 || code === 'idempotency_in_flight') return true;
  return isLost({ code, status }) && isSafe(request);
};

/** True if the outcome of a request is unknown. */
export const isLost = ({ code, status }: Pick<SupportPortalError, 'code' | 'status'>): boolean =>
  code === 'connection_failed' || code === 'timed_out' || [502, 503, 504].includes(status ?? 0);

/** A POST has its `Idempotency-Key`; a change without `If-Match` could undo what someone else did meanwhile. */
const isSafe = ({ method, ifMatch }: Repeated): boolean => method !== 'PATCH' || Boolean(ifMatch);
