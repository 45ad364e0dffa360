import type { ErrorCode } from './types.ts';

/** One field of an input that is not right. */
export interface ErrorDetail {
  /** Dotted in bodies, the bare name of a parameter or part, empty for the whole. */
  readonly path: string;
  readonly message: string;
}

/** The API's own codes, and those of a missing response, a late one, and one that is not the API's. */
export type SupportPortalErrorCode = ErrorCode | 'connection_failed' | 'timed_out' | 'unexpected_answer';

interface Failure extends ErrorOptions {
  readonly status?: number;
  readonly code: SupportPortalErrorCode;
  readonly message: string;
  readonly details?: readonly ErrorDetail[];
  readonly requestId?: string | null;
  readonly retryAfter?: number | null;
}

/** The reason why a call did not succeed. Branch on `code`, show `message`. */
export class SupportPortalError extends Error {
  override readonly name = 'SupportPortalError';
  /** It is null if there was no response. */
  readonly status: number | null;
  readonly code: SupportPortalErrorCode;
  /** It is empty but for `validation_failed`. */
  readonly details: readonly ErrorDetail[];
  /** Quote it when you ask for help; null if there was no response. */
  readonly requestId: string | null;
  /** Seconds after which the portal wants to be asked again; null if it did not say. */
  readonly retryAfter: number | null;

  constructor({ status, code, message, details, requestId, retryAfter, cause }: Failure) {
    super(message, { cause });
    this.status = status ?? null;
    this.code = code;
    this.details = details ?? [];
    this.requestId = requestId ?? null;
    this.retryAfter = retryAfter ?? null;
  }
}

/** Reads a response that is not a success. A proxy may have sent it instead of the portal. */
export const errorOf = ({ status, headers }: Response, text: string): SupportPortalError => {
  const rejection = readError(text);
  const retryAfter = readRetryAfter(headers.get('Retry-After'));
  const requestId = headers.get('X-Request-Id');
  if (rejection) {
    const { error: code, message, details = [] } = rejection;
    return new SupportPortalError({ status, code, message, details, requestId, retryAfter });
  }
  const message = `The answer was ${status}, and none of the portal's.`;
  return new SupportPortalError({ status, code: 'unexpected_answer', message, requestId, retryAfter });
};

/** The header `Retry-After` (RFC 9110, 10.2.3): seconds, or a date. */
const readRetryAfter = (header: string | null): number | null => {
  if (header === null) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? null : Math.max(seconds, 0);
};

interface Rejection {
  readonly error: ErrorCode;
  readonly message: string;
  readonly details?: readonly ErrorDetail[];
}

const readError = (text: string): Rejection | null => {
  try {
    const { error, message } = JSON.parse(text);
    return typeof error === 'string' && typeof message === 'string' ? JSON.parse(text) : null;
  } catch {
    return null;
  }
};
