import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { buildDocument } from '../../src/api/openapi/document.ts';
import type { Answered, DescribedOperation, JsonSchema } from '../../src/api/openapi/types.ts';
import { operations } from '../../src/operations/index.ts';
import { errorTable } from '../../src/shared/errors.ts';

/** What the SDK is a client of: the API for REST users, and the email log. */
export const publicOperations = operations.filter(
  ({ name, path }) => path.startsWith('/v1/') || name === 'list_email_log',
);

const document = buildDocument({
  operations: publicOperations,
  config: { cookiePrefix: 'payload', routes: {}, serverURL: '' } as never,
  opened: {},
  options: { prefix: '', rateLimit: { perMinute: 600 }, roles: { technical: [] } } as never,
});

const banner =
  "/** What each operation takes and answers, made from the API's description: `npm run sdk:types` makes it anew. */";

/** The types of the SDK, as TypeScript. */
export const renderTypes = async (): Promise<string> => {
  const described = Object.values(document.paths).flatMap((item) => Object.values(item));
  const records = Object.entries(document.components.schemas).filter(
    ([name]) => !/(Error|Problem)$/.test(name),
  );
  const schema = {
    ...objectOf(described.map((operation) => [operation.operationId, shapeOf(operation)])),
    $defs: {
      ...Object.fromEntries(records),
      ErrorCode: {
        description: 'What an answer of the API that refuses something says in `error`.',
        enum: Object.keys(errorTable),
      },
      WebhookEvent: {
        description: 'What the body of a webhook is.',
        anyOf: Object.values(document.webhooks).map(({ post }) => bodyOf(post)),
      },
    },
  };
  const text = JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/');
  const types = await compile(JSON.parse(text) as JSONSchema, 'Operations', {
    additionalProperties: false,
    bannerComment: banner,
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: true,
    style: { singleQuote: true, printWidth: 110, trailingComma: 'all' },
  });
  return types.replaceAll(noise, '').replaceAll(shortComment, '/** $1 */');
};

/** Where the compiler found a type, and limits that TypeScript cannot hold. */
const noise =
  /\/\*\*\n \* This interface was referenced by .*\n \* via .*\n \*\/\n|(?:\n \*)?\n \* This interface was referenced by .*\n \* via .*|(?:\n +\*)?(?:\n +\* @m(?:in|ax)Items .*)+/g;

const shortComment = /\/\*\*\n +\* (.*)\n +\*\//g;

const objectOf = (
  properties: readonly (readonly [name: string, schema: JsonSchema])[],
  required = properties.map(([name]) => name),
): JsonSchema => ({ type: 'object', properties: Object.fromEntries(properties), required });

const shapeOf = (operation: DescribedOperation): JsonSchema => ({
  ...objectOf([
    ['input', bodyOf(operation) ?? queryOf(operation)],
    ['output', outputOf(operation)],
  ]),
  description: operation.summary,
});

const bodyOf = ({ requestBody }: DescribedOperation): JsonSchema | undefined =>
  Object.values(requestBody?.content ?? {})[0]?.schema;

const queryOf = ({ parameters = [] }: DescribedOperation): JsonSchema => {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  return objectOf(
    query.map(({ name, description, schema }) => [name, { ...schema, ...(description && { description }) }]),
    query.flatMap(({ name, required }) => (required ? [name] : [])),
  );
};

const outputOf = ({ responses }: DescribedOperation): JsonSchema => {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1] as Answered;
  return success.content?.['application/json']?.schema ?? { type: 'null' };
};
