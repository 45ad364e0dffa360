import type { Operation } from '../../operations/operation.ts';
import { type ApiErrorCode, errorTable } from '../../shared/errors.ts';
import { errorsOf, plainError, problem } from './errors.ts';
import { exampleOf } from './examples.ts';
import { commonHeaders, type HeaderName, headerReferences } from './headers.ts';
import { nameOf } from './names.ts';
import type { Schemas } from './schemas.ts';
import type { Answered, JsonSchema, MediaType, Reference } from './types.ts';

/** The errors of operations: each kind stands in the document once. */
export interface ErrorResponses {
  readonly components: Readonly<Record<string, Answered>>;
  /** By status. */
  of(operation: Operation): Readonly<Record<string, Reference>>;
}

export const buildErrorResponses = (schemas: Schemas, isLimited: boolean): ErrorResponses => {
  const components: Record<string, Answered> = {};
  return {
    components,
    of(operation) {
      const all = errorsOf(operation, isLimited);
      const statuses = [...new Set(all.map((code) => errorTable[code].status))];
      const common = commonHeaders(operation, isLimited);
      const references = statuses.map((status): [string, Reference] => {
        const codes = all.filter((code) => errorTable[code].status === status);
        const name = codes.map(nameOf).join('Or') + (operation.open ? 'WithoutCredentials' : '');
        components[name] ??= answerOf(schemas, codes, common);
        return [String(status), { $ref: `#/components/responses/${name}` }];
      });
      return Object.fromEntries(references);
    },
  };
};

const answerOf = (
  schemas: Schemas,
  codes: readonly ApiErrorCode[],
  common: readonly HeaderName[],
): Answered => ({
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
  idempotency_in_flight: ['Retry-After'],
  rate_limited: ['Retry-After'],
  range_not_satisfiable: ['Content-Range'],
};

/** When each error is answered. */
const meanings: Readonly<Record<ApiErrorCode, string>> = {
  bad_request: 'the body or a header cannot be read.',
  unauthorized: 'the credentials are missing, malformed, unknown, expired or revoked.',
  forbidden: 'the role or the scope does not allow this.',
  not_found: 'there is no such record, or it is another organization’s.',
  method_not_allowed: 'by another method: `Allow` names those that the address knows.',
  conflict: 'the record’s present state does not allow this.',
  invalid_transition: 'this status cannot follow the present one.',
  idempotency_in_flight: 'the first request with this `Idempotency-Key` is still running.',
  precondition_failed: '`If-Match` names another version.',
  payload_too_large: 'the body or the file is over its limit; nothing is kept.',
  unsupported_media_type: 'the body has another `Content-Type`, or a `Content-Encoding`.',
  range_not_satisfiable: 'the file has no such bytes.',
  validation_failed: 'a field or a parameter is missing, unknown or not right; `details` names each.',
  idempotency_mismatch: 'this `Idempotency-Key` was used with another body.',
  rate_limited: 'too many requests in a minute.',
  internal_error: 'a fault on our side.',
  unavailable: 'the database is not reachable.',
};
