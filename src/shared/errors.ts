import { APIError } from 'payload';

/** One invalid field of an input: `path` is dotted in bodies, a parameter's bare name, `''` for the whole. */
export interface Detail {
  readonly path: string;
  readonly message: string;
}

/** Where errors meet HTTP: the status and the title of each code. */
export const errorTable = {
  bad_request: { status: 400, title: 'Bad request' },
  unauthorized: { status: 401, title: 'Unauthorized' },
  forbidden: { status: 403, title: 'Forbidden' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  conflict: { status: 409, title: 'Conflict' },
  invalid_transition: { status: 409, title: 'Invalid transition' },
  idempotency_in_flight: { status: 409, title: 'Idempotent request in flight' },
  precondition_failed: { status: 412, title: 'Precondition failed' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  range_not_satisfiable: { status: 416, title: 'Range not satisfiable' },
  validation_failed: { status: 422, title: 'Validation failed' },
  idempotency_mismatch: { status: 422, title: 'Idempotency key used before' },
  rate_limited: { status: 429, title: 'Rate limited' },
  internal_error: { status: 500, title: 'Internal error' },
  unavailable: { status: 503, title: 'Unavailable' },
} as const;

export type ApiErrorCode = keyof typeof errorTable;

interface ApiErrorOptions extends ErrorOptions {
  details?: readonly Detail[];
  headers?: Readonly<Record<string, string>>;
}

const mark = Symbol.for('payload-support-portal.apiError');

/** An error that a client of the API can act on. Its message is shown as it is, also by the CMS's own REST API. */
export class ApiError extends APIError {
  override readonly name = 'ApiError';
  readonly [mark] = true;
  readonly code: ApiErrorCode;
  readonly details: readonly Detail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ApiErrorCode, message: string, { details, headers = {}, cause }: ApiErrorOptions = {}) {
    super(message, errorTable[code].status, details ? { errors: details } : null, true);
    this.cause = cause;
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

/** Also for an error that another copy of this module threw: Next bundles several. */
export const isApiError = (error: unknown): error is ApiError => error instanceof Error && mark in error;

/** The error for an invalid input. It names every invalid path. */
export const validationFailed = (details: readonly Detail[]): ApiError => {
  const [first] = details;
  const where = first?.path ? `${first.path}: ` : '';
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : '';
  const message = `${where}${first?.message ?? 'The input is not valid.'}${more}`;
  return new ApiError('validation_failed', message, { details });
};

/** The same error for a record that never existed, one that is gone, and one of another organization. */
export const notFound = (): ApiError => new ApiError('not_found', 'There is no such record.');

/** One field that the CMS refused. */
interface Problem {
  readonly path: string;
  readonly message: string;
}

/**
 * Whether an error is one of the CMS's own. It is recognised by its properties: `next build` shortens the names of
 * the CMS's classes, which are the names of its errors, and bundles several copies of them.
 */
const isErrorOfCms = (error: unknown): error is APIError =>
  error instanceof Error && typeof Reflect.get(error, 'status') === 'number' && 'isPublic' in error;

/** What the CMS found wrong with a record's fields; null for any error but its `ValidationError`. */
export const problemsOf = (error: unknown): Problem[] | null => {
  if (!isErrorOfCms(error) || error.status !== 400) return null;
  const errors: unknown = Reflect.get(Object(error.data), 'errors');
  if (!Array.isArray(errors)) return null;
  return errors.map(({ path, message }: Problem) => ({ path, message }));
};

/** The SQLSTATE of an error of PostgreSQL, anywhere in the chain of causes. Null for any other error. */
export const sqlStateOf = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null;
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' && /^[\dA-Z]{5}$/.test(code) ? code : sqlStateOf(error.cause);
};

/** The API error for any error. The CMS's own errors become ours; everything else is an internal error. */
export const toApiError = (error: unknown): ApiError => {
  if (isApiError(error)) return error;
  const problems = problemsOf(error);
  if (problems) return validationFailed(problems);
  if (sqlStateOf(error) === missingReference)
    return new ApiError('conflict', 'A record that this belongs to was deleted meanwhile.');
  if (!isErrorOfCms(error)) return unexpected(error);
  const code = refusals.find((known) => errorTable[known].status === error.status);
  return code ? new ApiError(code, error.message) : unexpected(error);
};

/** SQLSTATE of a foreign key that leads nowhere. */
const missingReference = '23503';

/** What the CMS refuses by a status of its own. */
const refusals: readonly ApiErrorCode[] = ['forbidden', 'not_found'];

const unexpected = (cause: unknown): ApiError =>
  new ApiError('internal_error', 'Something went wrong on our side. Quote the request_id to support.', {
    cause,
  });
