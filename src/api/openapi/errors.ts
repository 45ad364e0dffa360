import { z } from 'zod';
import type { Operation } from '../../operations/operation.ts';
import { type ApiErrorCode, errorTable } from '../../shared/errors.ts';
import { nameOf } from './names.ts';

/** What each error says, by example. */
const messages: Readonly<Record<ApiErrorCode, string>> = {
  bad_request: 'The body is not valid JSON.',
  unauthorized: 'The API key is missing, invalid or expired. Generate a new key in Settings.',
  forbidden: 'This API key needs the scope tickets:write.',
  not_found: 'There is no such record.',
  method_not_allowed: 'PUT is not possible here.',
  conflict: 'The folder is not empty.',
  invalid_transition: 'A closed ticket can become: open.',
  idempotency_in_flight: 'A request with this Idempotency-Key is still running. Send it again in a moment.',
  precondition_failed: 'The ticket has changed since. Read it again, then decide.',
  payload_too_large: 'The body is larger than 1 MiB.',
  unsupported_media_type: 'Send JSON in UTF-8 (Content-Type: application/json).',
  range_not_satisfiable: 'The file has no such range.',
  validation_failed: 'subject: Give a subject.',
  idempotency_mismatch: 'This Idempotency-Key was used for another request. Use a new one for a new request.',
  rate_limited: 'Too many requests. Try again in 12 seconds.',
  internal_error: 'Something went wrong on our side. Quote the request_id to support.',
  unavailable: 'The database is not reachable. Try again in a moment.',
};

const details = z
  .array(
    z.object({
      path: z
        .string()
        .describe('Dotted in bodies, the bare name of a parameter or part, empty for the whole.'),
      message: z.string(),
    }),
  )
  .meta({ examples: [[{ path: 'subject', message: 'Give a subject.' }]] });

const exampleId = '0b9f6c1e-6f0a-4c55-9a35-9d2d4a1c7e11';

/** An error in this API's own form. */
export const plainError = (code: ApiErrorCode): z.ZodObject =>
  z.object(plainMembers(code)).meta({ id: `${nameOf(code)}Error` });

/** The same as a problem of RFC 9457. */
export const problem = (code: ApiErrorCode): z.ZodObject =>
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
    .describe('A sentence to act on.')
    .meta({ examples: [messages[code]] }),
  ...(code !== 'unauthorized' && {
    request_id: z
      .string()
      .describe('To quote to support.')
      .meta({ examples: [exampleId] }),
  }),
  ...(code === 'validation_failed' && { details }),
});

/** Every error that an operation can answer. */
export const errorsOf = (operation: Operation, isLimited: boolean): readonly ApiErrorCode[] => {
  const { credential, open, path, errors = [], serve } = operation;
  if (open) return sorted([...errors, 'internal_error', 'unavailable']);
  return sorted([
    ...errors,
    ...when(!serve, 'validation_failed'),
    'internal_error',
    'unauthorized',
    ...when(credential !== 'cron', 'forbidden'),
    'method_not_allowed',
    'unavailable',
    ...when(isLimited, 'rate_limited'),
    ...when(path.includes('{'), 'not_found'),
    ...when(takesBody(operation), 'payload_too_large', 'unsupported_media_type'),
    ...when(takesBody(operation) && !serve, 'bad_request'),
    ...when(isIdempotent(operation), 'idempotency_in_flight', 'idempotency_mismatch'),
  ]);
};

export const takesBody = ({ method }: Operation): boolean => method === 'POST' || method === 'PATCH';

/** Whether an `Idempotency-Key` makes it safe to send this again. */
export const isIdempotent = ({ method, scope, serve }: Operation): boolean =>
  method === 'POST' && scope !== null && !serve;

const when = (isSo: boolean, ...codes: ApiErrorCode[]): ApiErrorCode[] => (isSo ? codes : []);

const sorted = (codes: readonly ApiErrorCode[]): ApiErrorCode[] =>
  (Object.keys(errorTable) as ApiErrorCode[]).filter((code) => codes.includes(code));
