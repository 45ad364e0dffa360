import type { Operation } from '../../operations/operation.ts';
import { isIdempotent } from './errors.ts';
import { propertiesOf, requiredOf, type Schemas } from './schemas.ts';
import type { JsonSchema, Parameter } from './types.ts';

/** What a request says beside its body. */
export const parametersOf = (operation: Operation, schemas: Schemas): readonly Parameter[] => [
  ...pathParameters(operation),
  ...(operation.method === 'GET' ? queryParameters(schemas.ofInput(operation.input)) : []),
  ...headerParameters(operation),
];

const pathParameters = ({ path }: Operation): Parameter[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: `The ${name === 'name' ? 'name' : 'id'} of the ${name.replace(/_?id$|^name$/, '').replaceAll('_', ' ') || 'record'}.`,
    schema: { type: 'string', pattern: '^[\\w-]+$', examples: [name === 'name' ? 'list_tickets' : '17'] },
  }));

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
  ...(operation.errors?.includes('precondition_failed') ? [ifMatch] : []),
  ...(operation.takesRanges ? [range] : []),
];

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes it safe to send this again: for 24 hours the same request by the same API key gets the answer of the first one.',
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
  description: 'Goes on only if the record still has this `ETag`.',
  schema: { type: 'string', examples: ['"0gQ2n2vVZyV4o1cXG1nB3wq4yT0"'] },
};

const range: Parameter = {
  name: 'Range',
  in: 'header',
  required: false,
  description: 'The bytes that are wanted. Of several ranges at once the whole is answered.',
  schema: { type: 'string', examples: ['bytes=0-99'] },
};
