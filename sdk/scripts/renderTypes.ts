import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { buildDocument } from '../../src/core/http/openapi/document.ts';
import type {
  DescribedOperation,
  DescribedResponse,
  PathItem,
} from '../../src/core/http/openapi/documentTypes.ts';
import { declaredBy } from '../../src/core/http/openapi/webhooks.ts';
import { operationTable } from '../../src/core/http/routes.ts';
import { portalContextFrom } from '../../src/portalContext.ts';

const portal = portalContextFrom({});
const operations = operationTable(portal.features, portal.options);

/** The operations that the client calls: the API for REST users, and the email log. */
export const publicOperations = operations.filter(
  ({ name, path }) => path.startsWith('/v1/') || name === 'list_email_log',
);

/** The types of the API, as the text of `sdk/src/openapi.ts`. */
export const renderTypes = async (): Promise<string> => {
  const nodes = await openapiTS(JSON.stringify(describeForClient()), {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  });
  return `/** Made by \`npm run sdk:types\` from the API's description. */\n\n${astToString(nodes.filter(isUsed))}`;
};

/** The client finds an operation by its name, and needs none of its addresses. */
const isUsed = (node: ts.Node): boolean => !(ts.isInterfaceDeclaration(node) && node.name.text === 'paths');

/** The API's description without refusals and headers: of refusals the client types only the error codes. */
const describeForClient = () => {
  const { components, paths, ...described } = buildDocument({
    operations: publicOperations,
    ...declaredBy(portal.features),
    config: { cookiePrefix: 'payload', routes: {}, serverURL: '' } as never,
    opened: {},
    options: { prefix: '', rateLimit: { perMinute: 600 }, roles: { technical: [] } } as never,
  });
  const schemas = Object.entries(components.schemas).filter(([name]) => !name.endsWith('Problem'));
  return {
    ...described,
    paths: mapValues(paths, (item) => mapValues(operationsOf(item), withSuccessesOnly)),
    components: { schemas: Object.fromEntries(schemas) },
  };
};

const operationsOf = (item: PathItem): Record<string, DescribedOperation> => ({ ...item });

const withSuccessesOnly = ({ security: _security, ...operation }: DescribedOperation) => ({
  ...operation,
  responses: Object.fromEntries(
    Object.entries(operation.responses).flatMap(([status, response]) =>
      status.startsWith('2') ? [[status, { ...(response as DescribedResponse), headers: {} }]] : [],
    ),
  ),
});

const mapValues = <Value, Result>(record: Readonly<Record<string, Value>>, map: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
