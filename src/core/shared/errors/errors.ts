import { APIError } from 'payload';
import { type Sentence, say } from '../../texts/say.ts';

/** One invalid field of an input: `path` is dotted in bodies, a parameter's bare name, `''` for the whole. */
export interface Detail<Message = Sentence> {
  readonly path: string;
  readonly message: Message;
}

/** The status and the title of each error code: the one place where errors meet HTTP. */
export const errorTable = {
  bad_request: { status: 400, title: 'Bad request' },
  unauthorized: { status: 401, title: 'Unauthorized' },
  forbidden: { status: 403, title: 'Forbidden' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  conflict: { status: 409, title: 'Conflict' },
  invalid_transition: { status: 409, title: 'Invalid transition' },
  idempotency_in_flight: { status: 409, title: 'Idempotent request in flight' },
  code_needed: { status: 409, title: 'Code needed' },
  link_expired: { status: 410, title: 'Link expired' },
  precondition_failed: { status: 412, title: 'Precondition failed' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  range_not_satisfiable: { status: 416, title: 'Range not satisfiable' },
  validation_failed: { status: 422, title: 'Validation failed' },
  invalid_code: { status: 422, title: 'Invalid code' },
  idempotency_mismatch: { status: 422, title: 'Idempotency key used before' },
  rate_limited: { status: 429, title: 'Rate limited' },
  internal_error: { status: 500, title: 'Internal error' },
  unavailable: { status: 503, title: 'Unavailable' },
  insufficient_storage: { status: 507, title: 'Insufficient storage' },
} as const;

export type ApiErrorCode = keyof typeof errorTable;

interface ApiErrorOptions extends ErrorOptions {
  details?: readonly Detail[];
  headers?: Readonly<Record<string, string>>;
  /** Members of the body beside those that every error has. */
  members?: Readonly<Record<string, number | string>>;
}

const mark = Symbol.for('payload-support-portal.apiError');

/**
 * An error that a client of the API can act on. Its sentence is shown in the language of the request, also by the CMS's
 * own REST API; its `message` and `data` are English, for logs and GraphQL.
 */
export class ApiError extends APIError {
  override readonly name = 'ApiError';
  readonly [mark] = true;
  readonly code: ApiErrorCode;
  readonly sentence: Sentence;
  readonly details: readonly Detail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly members: Readonly<Record<string, number | string>>;

  constructor(
    code: ApiErrorCode,
    sentence: Sentence,
    { details, headers = {}, members = {}, cause }: ApiErrorOptions = {},
  ) {
    const errors = details?.map(({ path, message }) => ({ path, message: String(message) }));
    super(String(sentence), errorTable[code].status, errors ? { errors } : null, true);
    this.cause = cause;
    this.code = code;
    this.sentence = sentence;
    this.details = details;
    this.headers = headers;
    this.members = members;
  }
}

/** True also for an error that another copy of this module threw: Next bundles several. */
export const isApiError = (error: unknown): error is ApiError => error instanceof Error && mark in error;

/** A wait in minutes, as people read it; null for one that is better said in seconds. */
export const minutesOf = (seconds: number): number | null => (seconds < 120 ? null : Math.ceil(seconds / 60));

/** The error for a request too many. @param seconds the time after which it can be sent again */
export const rateLimited = (seconds: number): ApiError => {
  const minutes = minutesOf(seconds);
  const sentence =
    minutes === null ? say('errors:rateLimited', { seconds }) : say('errors:rateLimitedMinutes', { minutes });
  return new ApiError('rate_limited', sentence, { headers: { 'Retry-After': String(seconds) } });
};

/** The error for an invalid input. It names every invalid path. */
export const validationFailed = (details: readonly Detail[]): ApiError => {
  const [first, ...more] = details;
  const problem = first?.message ?? say('errors:details:notValid');
  const placed = first?.path ? say('errors:details:at', { path: first.path, problem }) : problem;
  const sentence =
    more.length > 0 ? say('errors:details:more', { problem: placed, count: more.length }) : placed;
  return new ApiError('validation_failed', sentence, { details });
};

/** The same error for a record that never existed, one that is gone, and one of another organization. */
export const notFound = (): ApiError => new ApiError('not_found', say('errors:noSuchRecord'));

/**
 * True if an error is one of the CMS's own. It is recognised by its properties: `next build` shortens the names of the CMS's
 * classes, which are the names of its errors, and bundles several copies of them.
 */
export const isErrorOfCms = (error: unknown): error is APIError =>
  error instanceof Error && typeof Reflect.get(error, 'status') === 'number' && 'isPublic' in error;

/** The problems that the CMS found in a record's fields; null for any error but its `ValidationError`. */
export const problemsOf = (error: unknown): Detail<string>[] | null => {
  if (!isErrorOfCms(error) || error.status !== 400) return null;
  const errors: unknown = Reflect.get(Object(error.data), 'errors');
  if (!Array.isArray(errors)) return null;
  return errors.map(({ path, message }: Detail<string>) => ({ path, message }));
};

/** The SQLSTATE of an error of PostgreSQL, anywhere in the chain of causes. Returns null for any other error. */
export const sqlStateOf = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null;
  const code: unknown = Reflect.get(error, 'code');
  // The codes of system calls, such as `EPIPE`, begin with an E.
  return typeof code === 'string' && /^(?!E)[\dA-Z]{5}$/.test(code) ? code : sqlStateOf(error.cause);
};

/**
 * The classes of SQLSTATE that are about the values of a statement, which fails with them each time: no such number, moment
 * or text; a rule of the table; a limit, such as that of an index.
 */
const classesOfValues: readonly string[] = ['22', '23', '54'];

/** True if PostgreSQL cannot store the values of a statement: no outage, no lock, and nothing that passes. */
export const isUnstorable = (error: unknown): boolean =>
  classesOfValues.includes(sqlStateOf(error)?.slice(0, 2) ?? '');

/**
 * The reason of a failure in a few words: never a statement or its values, which may be a stranger's. The error of a statement
 * has both in its message, and the driver's error as its cause.
 */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const state = isApiError(error) ? null : sqlStateOf(error);
  if (state !== null) return `PostgreSQL reported SQLSTATE ${state}`;
  return 'query' in error && error.cause instanceof Error ? error.cause.message : error.message;
};

/** True for the error of a disk, or of a quota of one, that takes no more bytes, PostgreSQL's included. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (['ENOSPC', 'EDQUOT', databaseFull].includes(String(Reflect.get(error, 'code'))) ||
    isDiskFull(error.cause));

/** The API error for any error. The CMS's own errors become ours; everything else is an internal error. */
export const toApiError = (error: unknown): ApiError => {
  if (isApiError(error)) return error;
  const problems = problemsOf(error);
  if (problems) return validationFailed(problems);
  if (sqlStateOf(error) === missingReference) return new ApiError('conflict', say('errors:deletedMeanwhile'));
  if (sqlStateOf(error) === queryCanceled)
    return new ApiError('unavailable', say('errors:tooSlow'), { cause: error });
  if (sqlStateOf(error) === noConnection)
    return new ApiError('unavailable', say('errors:busy'), { cause: error });
  if (isDiskFull(error)) return new ApiError('insufficient_storage', say('errors:noRoom'), { cause: error });
  if (!isErrorOfCms(error)) return unexpected(error);
  const code = refusals.find((known) => errorTable[known].status === error.status);
  return code ? new ApiError(code, error.message) : unexpected(error);
};

/** SQLSTATE of a foreign key that leads nowhere. */
export const missingReference = '23503';

/** SQLSTATE of a statement that took longer than it may. */
const queryCanceled = '57014';

/** SQLSTATE of a database that has no connection left. */
export const noConnection = '53300';

/** SQLSTATE of a database whose disk is full. */
const databaseFull = '53100';

/** Seconds after which to come again, as long as the portal cannot serve a request. */
export const retryAfter = '2';

/** Refusals for which the CMS has a status of its own. */
const refusals: readonly ApiErrorCode[] = ['forbidden', 'not_found'];

const unexpected = (cause: unknown): ApiError =>
  new ApiError('internal_error', say('errors:internal'), { cause });
