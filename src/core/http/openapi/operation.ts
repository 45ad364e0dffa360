import { keyScopeOf, type Operation, type ServedProtocol, usersOf } from '../operation.ts';
import type { DescribedOperation, DescribedResponse, Json, MediaType } from './documentTypes.ts';
import type { ErrorResponses } from './errorResponses.ts';
import { exampleOf, leastExampleOf } from './examples.ts';
import {
  commonHeaders,
  type HeaderName,
  headerReferences,
  isIdempotent,
  parametersOf,
  takesBody,
} from './parameters.ts';
import { propertiesOf, type Schemas } from './schemas.ts';
import { isForClients, rolesOf, securityOf } from './security.ts';
import { type ApiTags, tagOf } from './tags.ts';

/** Everything that the description of an operation is made from. */
export interface Describing {
  readonly schemas: Schemas;
  readonly errors: ErrorResponses;
  readonly tags: ApiTags;
  /** True if requests are counted. */
  readonly isLimited: boolean;
  readonly technicalRoles: readonly string[];
}

export const describeOperation = (operation: Operation, describing: Describing): DescribedOperation => {
  const { name, path, summary } = operation;
  const users = usersOf(operation);
  const keyScope = users && keyScopeOf(users);
  const { schemas, errors, technicalRoles } = describing;
  return {
    operationId: name,
    tags: [tagOf(path, describing.tags).name],
    summary,
    description: descriptionOf(operation, technicalRoles),
    parameters: parametersOf(operation, schemas),
    ...(takesBody(operation) && { requestBody: requestBodyOf(operation, schemas) }),
    responses: { ...successesOf(operation, describing), ...errors.of(operation) },
    security: securityOf(operation),
    ...(keyScope && !isForClients(operation) && { 'x-required-scope': keyScope }),
    ...(users && { 'x-allowed-roles': rolesOf(users, technicalRoles) }),
  };
};

const descriptionOf = (operation: Operation, technicalRoles: readonly string[]): string =>
  [operation.description, accessOf(operation, technicalRoles)].filter(Boolean).join('\n\n');

const accessOf = (operation: Operation, technicalRoles: readonly string[]): string => {
  if (operation.kind === 'open') return 'Needs no credentials.';
  if (operation.kind === 'holders') return operation.who.description;
  const { who } = operation;
  if (isForClients(operation)) return 'Needs the session of a client, which a sign-in by mail begins.';
  const roles = rolesOf(who, technicalRoles).map((role) => `\`${role}\``);
  const keyScope = keyScopeOf(who);
  const needs =
    keyScope === null ? 'No API key opens it: log in.' : `An API key needs the scope \`${keyScope}\`.`;
  return `For ${roles.join(', ')}. ${needs}`;
};

const requestBodyOf = (operation: Operation, schemas: Schemas) => {
  const { examples, input } = operation;
  const { isOptional = false, fromForm, isUpload, raw } = operation.body ?? {};
  if (raw) return { required: !isOptional, content: raw as Readonly<Record<string, MediaType>> };
  const schema = schemas.ofInput(input);
  const least = leastExampleOf(schema, schemas.components);
  const example: Json = examples?.input ? { ...Object(least), ...Object(examples.input) } : least;
  const json: MediaType = { schema, example };
  const content: Readonly<Record<string, MediaType>> = isUpload
    ? { 'multipart/form-data': { schema } }
    : { 'application/json': json, ...(fromForm && { 'application/x-www-form-urlencoded': json }) };
  return { required: !isOptional, content };
};

const successesOf = (
  operation: Operation,
  { schemas, isLimited }: Describing,
): Readonly<Record<string, DescribedResponse>> => {
  const { otherwise200, otherwise410, status, takesRanges } = operation.response;
  const common = [...commonHeaders(operation, isLimited), ...ownHeaders(operation, schemas)];
  const content = contentOf(operation, schemas);
  const success = {
    description: titles[status],
    headers: headerReferences(common),
    ...(content && { content }),
  };
  if (operation.kind === 'served')
    return { [status]: success, ...protocolResponses(operation.protocol, common) };
  if (otherwise410) return { [status]: success, 410: { ...success, description: otherwise410 } };
  if (otherwise200) return { 200: { ...success, description: otherwise200 }, [status]: success };
  if (!takesRanges) return { [status]: success };
  const part = {
    ...success,
    description: 'The requested bytes.',
    headers: headerReferences([...common, 'Content-Range']),
  };
  return { [status]: success, 206: part };
};

/** The responses of the protocol itself, beside a success. */
const protocolResponses = (
  { responses = {} }: ServedProtocol,
  common: readonly HeaderName[],
): Readonly<Record<string, DescribedResponse>> =>
  Object.fromEntries(
    Object.entries(responses).map(([status, { description, content }]) => [
      status,
      {
        description,
        headers: headerReferences(common),
        ...(content && { content: content as DescribedResponse['content'] }),
      },
    ]),
  ) as Readonly<Record<string, DescribedResponse>>;

const titles = {
  200: 'Done.',
  201: 'Made.',
  202: 'Taken on.',
  204: 'Done; there is nothing to say.',
} as const;

const contentOf = (
  { examples, response: { mediaType, output, status } }: Operation,
  schemas: Schemas,
): Record<string, MediaType> | null => {
  if (status === 204) return null;
  if (mediaType) return { [mediaType]: { schema: {} } };
  const schema = schemas.ofOutput(output);
  const example = (examples?.output as Json | undefined) ?? exampleOf(schema, schemas.components);
  return { 'application/json': { schema, example } };
};

const ownHeaders = (operation: Operation, schemas: Schemas): readonly HeaderName[] => [
  ...(operation.response.headers ?? []),
  ...(isList(operation, schemas) ? (['Link'] as const) : []),
  ...(isIdempotent(operation) ? (['Idempotent-Replayed'] as const) : []),
];

const isList = ({ input, method }: Operation, schemas: Schemas): boolean =>
  method === 'GET' && propertiesOf(schemas.ofInput(input)).some(([name]) => name === 'per_page');
