/** One field of an input that is not right: `path` is dotted in bodies, a parameter's bare name, `''` for the whole. */
export interface Detail {
  readonly path: string;
  readonly message: string;
}

export type ApiErrorCode =
  | 'bad_request'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'validation_failed'
  | 'internal_error'
  | 'unavailable';

interface ApiErrorOptions extends ErrorOptions {
  details?: readonly Detail[];
  headers?: Readonly<Record<string, string>>;
}

/** A refusal that a client of the API can act on: its message is shown to them as it is. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly details: readonly Detail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ApiErrorCode,
    message: string,
    { details, headers = {}, ...options }: ApiErrorOptions = {},
  ) {
    super(message, options);
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}
