import { z } from 'zod';
import { type ApiErrorCode, errorTable } from '../../shared/errors/errors.ts';
import { type Operation, usersOf } from '../operation.ts';
import type { DescribedResponse, JsonSchema, MediaType, Reference } from './documentTypes.ts';
import { exampleOf } from './examples.ts';
import { commonHeaders, type HeaderName, headerReferences, isIdempotent, takesBody } from './parameters.ts';
import { nameOf, type Schemas } from './schemas.ts';

/** The errors of operations: each kind stands in the document once. */
export interface ErrorResponses {
  readonly components: Readonly<Record<string, DescribedResponse>>;
  /** The error responses of an operation, by status. */
  of(operation: Operation): Readonly<Record<string, Reference>>;
}

export const buildErrorResponses = (schemas: Schemas, isLimited: boolean): ErrorResponses => {
  const components: Record<string, DescribedResponse> = {};
  return {
    components,
    of(operation) {
      const all = errorsOf(operation, isLimited);
      const statuses = [...new Set(all.map((code) => errorTable[code].status))];
      const common = commonHeaders(operation, isLimited);
      const references = statuses.map((status): [string, Reference] => {
        const codes = all.filter((code) => errorTable[code].status === status);
        const name = codes.map(nameOf).join('Or') + (operation.kind === 'open' ? 'WithoutCredentials' : '');
        components[name] ??= responseOf(schemas, codes, common);
        return [String(status), { $ref: `#/components/responses/${name}` }];
      });
      return Object.fromEntries(references);
    },
  };
};

const responseOf = (
  schemas: Schemas,
  codes: readonly ApiErrorCode[],
  common: readonly HeaderName[],
): DescribedResponse => ({
  description: codes.map((code) => `\`${code}\`: ${meanings[code]}`).join(' '),
  headers: headerReferences([...common, ...codes.flatMap((code) => ownHeaders[code] ?? [])]),
  content: {
    'application/json': contentOf(schemas, codes, plainError),
    'application/problem+json': contentOf(schemas, codes, problem),
  },
});

const contentOf = (schemas: Schemas, codes: readonly ApiErrorCode[], shape: typeof plainError): MediaType => {
  const choices = codes.map((code) => [code, schemas.ofOutput(shape(code))] as const);
  const examples = Object.fromEntries(
    choices.map(([code, schema]) => [
      code,
      { summary: errorTable[code].title, value: exampleOf(schema, schemas.components) },
    ]),
  );
  const [[, only] = [], ...others] = choices;
  const schema: JsonSchema = others.length === 0 && only ? only : { oneOf: choices.map(([, one]) => one) };
  return { schema, examples };
};

const ownHeaders: Readonly<Partial<Record<ApiErrorCode, readonly HeaderName[]>>> = {
  method_not_allowed: ['Allow'],
  unauthorized: ['WWW-Authenticate'],
  // An operation has decided on these, and they are kept for the same request.
  conflict: ['Idempotent-Replayed'],
  invalid_transition: ['Idempotent-Replayed'],
  idempotency_in_flight: ['Retry-After'],
  rate_limited: ['Retry-After'],
  precondition_failed: ['Tus-Version'],
  range_not_satisfiable: ['Content-Range'],
};

/** The cause of each error, for its description. */
const meanings: Readonly<Record<ApiErrorCode, string>> = {
  bad_request: 'the body or a header cannot be read.',
  unauthorized: 'the credentials are missing, malformed, unknown, expired or revoked.',
  forbidden: 'the role or the scope does not allow this.',
  not_found: 'there is no such record, or it is another organization’s.',
  method_not_allowed: 'by another method: `Allow` names those that the address knows.',
  conflict: 'the record’s present state does not allow this.',
  invalid_transition: 'this status cannot follow the present one.',
  idempotency_in_flight: 'the first request with this `Idempotency-Key` is still running.',
  code_needed: 'another browser asked for the link: the code of its mail is needed, too.',
  link_expired: 'the code or the link was used, has expired, or never was one.',
  precondition_failed: '`If-Match` names another version.',
  payload_too_large: 'the body or the file is over its limit; nothing is kept.',
  unsupported_media_type: 'the body has another `Content-Type`, or a `Content-Encoding`.',
  range_not_satisfiable: 'the file has no such bytes.',
  validation_failed: 'a field or a parameter is missing, unknown or not right; `details` names each.',
  invalid_code: 'the code is wrong or has expired; `attempts_left` says how many tries are left.',
  idempotency_mismatch: 'this `Idempotency-Key` was used with another body.',
  rate_limited: 'too many requests in a minute.',
  internal_error: 'a fault on our side.',
  unavailable: 'the database is not reachable.',
  insufficient_storage: 'there is not enough room on the server; nothing is kept.',
};

/** An example message of each error. */
const messages: Readonly<Record<ApiErrorCode, string>> = {
  bad_request: 'The body is not valid JSON.',
  unauthorized: 'The API key is missing, invalid or expired. Generate a new key in Settings.',
  forbidden: 'This API key needs the scope tickets:write.',
  not_found: 'There is no such record.',
  method_not_allowed: 'PUT is not possible here.',
  conflict: 'The folder is not empty.',
  invalid_transition: 'A closed ticket can become: open.',
  idempotency_in_flight: 'A request with this Idempotency-Key is still running. Send it again in a moment.',
  code_needed: 'Enter the code of the same mail, too.',
  link_expired: 'This code or link is no longer valid. Ask for a new one.',
  precondition_failed: 'The ticket has changed since. Read it again, then decide.',
  payload_too_large: 'The body is larger than 1 MiB.',
  unsupported_media_type: 'Send JSON in UTF-8 (Content-Type: application/json).',
  range_not_satisfiable: 'The file has no such range.',
  validation_failed: 'subject: Enter a subject.',
  invalid_code: 'Wrong or expired code. Check the newest mail.',
  idempotency_mismatch: 'This Idempotency-Key was used for another request. Use a new one for a new request.',
  rate_limited: 'Too many requests. Try again in 12 seconds.',
  internal_error: 'Something went wrong on our side. Contact support and quote the request_id.',
  unavailable: 'The database is not reachable. Try again in a moment.',
  insufficient_storage: 'The server has run out of disk space. Tell its administrator.',
};

const details = z
  .array(
    z.object({
      path: z
        .string()
        .describe(
          'In bodies with dots, such as `a.b`; else the name of the parameter or part; empty for the whole input.',
        ),
      message: z.string(),
    }),
  )
  .meta({ examples: [[{ path: 'subject', message: 'Enter a subject.' }]] });

const exampleId = '0b9f6c1e-6f0a-4c55-9a35-9d2d4a1c7e11';

/** An error in this API's own form. */
const plainError = (code: ApiErrorCode): z.ZodObject =>
  z.object(plainMembers(code)).meta({ id: `${nameOf(code)}Error` });

/** The schema of an error as a problem of RFC 9457. */
const problem = (code: ApiErrorCode): z.ZodObject =>
  z
    .object({
      type: z.literal('about:blank'),
      title: z.literal(errorTable[code].title),
      status: z.literal(errorTable[code].status),
      detail: z.string().meta({ examples: [messages[code]] }),
      ...plainMembers(code),
    })
    .meta({ id: `${nameOf(code)}Problem` });

const plainMembers = (code: ApiErrorCode) => ({
  error: z.literal(code),
  message: z
    .string()
    .describe('A sentence that a person can act on.')
    .meta({ examples: [messages[code]] }),
  ...(code === 'invalid_code' && {
    attempts_left: z.int().min(0).describe('The tries that are left of this sign-in.'),
  }),
  ...(code !== 'unauthorized' && {
    request_id: z
      .string()
      .describe('Quote it when you contact support.')
      .meta({ examples: [exampleId] }),
  }),
  ...(code === 'validation_failed' && { details }),
});

/** Every error that an operation can return. */
const errorsOf = (operation: Operation, isLimited: boolean): readonly ApiErrorCode[] => {
  const { errors = [], kind, path } = operation;
  if (kind === 'open') {
    const own = errors.filter((code) => isLimited || code !== 'rate_limited');
    return sorted([...own, 'internal_error', 'unavailable', 'insufficient_storage']);
  }
  return sorted([
    ...errors,
    ...when(kind !== 'served', 'validation_failed'),
    'internal_error',
    // A holder's operation without a security scheme takes no credential, so none can be missing.
    ...when(kind !== 'holders' || operation.who.schemes.length > 0, 'unauthorized'),
    ...when(usersOf(operation) !== null, 'forbidden'),
    'method_not_allowed',
    'unavailable',
    'insufficient_storage',
    ...when(isLimited, 'rate_limited'),
    ...when(path.includes('{'), 'not_found'),
    ...when(takesBody(operation), 'payload_too_large', 'unsupported_media_type'),
    ...when(takesBody(operation) && kind !== 'served', 'bad_request'),
    ...when(isIdempotent(operation), 'idempotency_in_flight', 'idempotency_mismatch'),
  ]);
};

const when = (isSo: boolean, ...codes: ApiErrorCode[]): ApiErrorCode[] => (isSo ? codes : []);

const sorted = (codes: readonly ApiErrorCode[]): ApiErrorCode[] =>
  (Object.keys(errorTable) as ApiErrorCode[]).filter((code) => codes.includes(code));
