import { ApiError, type ApiErrorCode } from '../shared/errors.ts';
import { jsonResponse } from './jsonResponse.ts';

/** Where errors meet HTTP: the status and the title of each code. */
const table: Readonly<Record<ApiErrorCode, { status: number; title: string }>> = {
  bad_request: { status: 400, title: 'Bad request' },
  unauthorized: { status: 401, title: 'Unauthorized' },
  forbidden: { status: 403, title: 'Forbidden' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  validation_failed: { status: 422, title: 'Validation failed' },
  internal_error: { status: 500, title: 'Internal error' },
  unavailable: { status: 503, title: 'Unavailable' },
};

interface ErrorContext {
  requestId: string;
  /** The request's `Accept` header. */
  accept: string | null;
}

/** Renders a refusal as this API's error, or as a problem of RFC 9457 for a client that asks for one. */
export const errorResponse = (error: ApiError, { requestId, accept }: ErrorContext): Response => {
  const { status, title } = table[error.code];
  const plain = {
    error: error.code,
    message: error.message,
    // The contract gives the 401 exactly two members.
    ...(error.code !== 'unauthorized' && { request_id: requestId }),
    ...(error.details && { details: error.details }),
  };
  const headers = { ...error.headers, ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }) };
  if (!accept?.includes('application/problem+json')) return jsonResponse(plain, { status, headers });
  const problem = { type: 'about:blank', title, status, detail: error.message, ...plain };
  return jsonResponse(problem, {
    status,
    headers: { ...headers, 'Content-Type': 'application/problem+json' },
  });
};

export const unexpectedError = (cause: unknown): ApiError =>
  new ApiError('internal_error', 'Something went wrong on our side. Quote the request_id to support.', {
    cause,
  });
