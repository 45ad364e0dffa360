import { type HeaderParameter, type Operation, takesQuery } from '../operation.ts';
import type { JsonObject, JsonSchema, Parameter } from './documentTypes.ts';
import { propertiesOf, requiredOf, type Schemas } from './schemas.ts';

/** The parameters of an operation: all parts of its request except the body. */
export const parametersOf = (operation: Operation, schemas: Schemas): readonly Parameter[] => [
  ...pathParameters(operation),
  ...(takesQuery(operation) ? queryParameters(schemas.ofInput(operation.input)) : []),
  ...headerParameters(operation),
];

/** The parameters of paths that are no ids. */
const named: Readonly<Record<string, { readonly meaning: string; readonly example: string }>> = {
  name: { meaning: 'name of the record', example: 'list_tickets' },
  link: { meaning: 'secret of the link, as its address holds it', example: 'spl_0Xc3vKq8' },
};

const pathParameters = ({ path }: Operation): Parameter[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const record = name.replace(/_?id$/, '').replaceAll('_', ' ') || 'record';
    const { meaning, example } = named[name] ?? { meaning: `id of the ${record}`, example: '17' };
    return {
      name,
      in: 'path',
      required: true,
      description: `The ${meaning}.`,
      schema: { type: 'string', pattern: '^[\\w-]+$', examples: [example] },
    };
  });

const queryParameters = (schema: JsonSchema): Parameter[] =>
  propertiesOf(schema).map(([name, { description, ...property }]) => ({
    name,
    in: 'query',
    required: requiredOf(schema).includes(name),
    ...(typeof description === 'string' && { description }),
    schema: property,
  }));

const headerParameters = (operation: Operation): Parameter[] => [
  ...(isIdempotent(operation) ? [idempotencyKey] : []),
  ...(operation.kind !== 'served' && operation.errors?.includes('precondition_failed') ? [ifMatch] : []),
  ...(operation.response.takesRanges ? [range] : []),
  ...(operation.kind === 'served' ? (operation.protocol.requestHeaders ?? []) : []).map(ofProtocol),
];

const ofProtocol = ({ name, description, required, example }: HeaderParameter): Parameter => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string', examples: [example] },
});

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes a retry safe: for 24 hours the same request with the same credentials gets the response of the first one.',
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    pattern: '^[\\x20-\\x7e]+$',
    examples: ['5f1d0c1e-9a35-4c55'],
  },
};

const ifMatch: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The change is made only if the record still has this `ETag`.',
  schema: { type: 'string', examples: ['"0gQ2n2vVZyV4o1cXG1nB3wq4yT0"'] },
};

const range: Parameter = {
  name: 'Range',
  in: 'header',
  required: false,
  description: 'The requested range of bytes. Several ranges at once get the whole file.',
  schema: { type: 'string', examples: ['bytes=0-99'] },
};

const text = { type: 'string' } as const;

/** The headers of responses, as components of the document. */
export const responseHeaders = {
  'X-Request-Id': {
    description: 'The request’s own `X-Request-Id`, or a new one. Quote it when you contact support.',
    required: true,
    schema: text,
    example: '0b9f6c1e-6f0a-4c55-9a35-9d2d4a1c7e11',
  },
  RateLimit: {
    description: 'The requests that are left in this window (`r`), and the seconds until the next one (`t`).',
    required: true,
    schema: text,
    example: '"default";r=599;t=60',
  },
  'RateLimit-Policy': {
    description: 'Requests (`q`) in a window of so many seconds (`w`).',
    required: true,
    schema: text,
    example: '"default";q=600;w=60',
  },
  'Retry-After': {
    description: 'Seconds to wait.',
    schema: { type: 'integer', minimum: 1 },
    example: 12,
  },
  'WWW-Authenticate': {
    description: 'The scheme of the credentials.',
    required: true,
    schema: { type: 'string', const: 'Bearer' },
    example: 'Bearer',
  },
  Allow: {
    description: 'The methods that the address supports.',
    required: true,
    schema: text,
    example: 'GET, HEAD, POST, OPTIONS',
  },
  Link: {
    description:
      'The neighbours of this page (RFC 8288): `first`, `prev`, `next`, `last`, if they exist; with `cursor` only `next`. Of relations that have no room in 8 KiB, `next` goes last.',
    schema: text,
    example: '<https://support.example.com/api/v1/tickets?page=2>; rel="next"',
  },
  ETag: {
    description: 'The version of the record, for `If-Match`; of the bytes of a file, for `If-Range`.',
    required: true,
    schema: text,
    example: '"0gQ2n2vVZyV4o1cXG1nB3wq4yT0"',
  },
  'Content-Disposition': {
    description: 'The media type and the name of a file to be saved.',
    required: true,
    schema: text,
    example: 'attachment; filename="email-log-2026-03-02.csv"',
  },
  'Set-Cookie': {
    description: 'The cookies of the client’s sign-in and session.',
    required: true,
    schema: text,
    example: '__Host-sp-client=…; Path=/; HttpOnly; SameSite=Lax; Secure',
  },
  Location: {
    description: 'The address of the new record.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
    example: '/api/v1/tickets/17',
  },
  'Tus-Resumable': {
    description: 'The version of the protocol.',
    required: true,
    schema: { type: 'string', const: '1.0.0' },
    example: '1.0.0',
  },
  'Tus-Version': {
    description: 'The version that large uploads speak, if a request to one names another.',
    schema: { type: 'string', const: '1.0.0' },
    example: '1.0.0',
  },
  'Upload-Length': {
    description: 'The size of the file, in bytes.',
    required: true,
    schema: text,
    example: '104857600',
  },
  'Upload-Offset': {
    description: 'The number of bytes that have arrived.',
    required: true,
    schema: text,
    example: '4194304',
  },
  'Upload-Expires': {
    description: 'The time at which an unfinished upload is deleted.',
    schema: text,
    example: 'Fri, 27 Nov 2026 10:30:00 GMT',
  },
  'Idempotent-Replayed': {
    description: 'Present if the response is that of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  'Content-Range': {
    description: 'The range of these bytes, and the size of the file.',
    required: true,
    schema: text,
    example: 'bytes 0-99/1000',
  },
} as const satisfies Readonly<Record<string, JsonObject>>;

export type HeaderName = keyof typeof responseHeaders;

export const headerReferences = (names: readonly HeaderName[]): Record<string, JsonObject> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Headers that every response of an operation carries. */
export const commonHeaders = ({ kind }: Operation, isLimited: boolean): readonly HeaderName[] =>
  isLimited && kind !== 'open' ? ['X-Request-Id', ...limitHeaders] : ['X-Request-Id'];

const limitHeaders = ['RateLimit', 'RateLimit-Policy'] as const;

export const takesBody = ({ body, method }: Operation): boolean =>
  (method === 'POST' || method === 'PATCH') && !(body?.raw && Object.keys(body.raw).length === 0);

/** True if an `Idempotency-Key` makes it safe to repeat the request. */
export const isIdempotent = (operation: Operation): boolean =>
  operation.method === 'POST' &&
  (operation.kind === undefined || (operation.kind === 'holders' && operation.idempotentAs !== undefined));
