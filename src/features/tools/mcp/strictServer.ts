import type {
  JSONRPCRequest,
  Result,
  Server,
  ServerContext,
  ServerOptions,
} from '@modelcontextprotocol/server';
import type { Sdk } from './sdk.ts';

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/**
 * A server of the protocol that refuses parameters of wrong types by their names. The library itself reports most of them as
 * an internal error, and all of them with the issues of a schema.
 */
export const buildStrictServer = (
  sdk: Sdk,
  info: ConstructorParameters<typeof Server>[0],
  options: ServerOptions,
): Server => {
  const { ProtocolError, ProtocolErrorCode } = sdk;
  class StrictServer extends sdk.Server {
    protected override _wrapHandler(method: string, handler: Handler): Handler {
      const handle = super._wrapHandler(method, handler);
      return async (request, context) => {
        const [wrong] = wrongParameters(sdk, method, request);
        if (wrong !== undefined)
          throw new ProtocolError(
            ProtocolErrorCode.InvalidParams,
            `Invalid params: ${wrong} is wrong or missing.`,
          );
        try {
          return await handle(request, context);
        } catch (error) {
          if (error instanceof ProtocolError) throw error;
          throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
        }
      };
    }
  }
  return new StrictServer(info, options);
};

/** The protocol's types of the supported requests. */
const requestTypes = {
  initialize: 'InitializeRequest',
  ping: 'PingRequest',
  'server/discover': 'DiscoverRequest',
  'tools/list': 'ListToolsRequest',
  'tools/call': 'CallToolRequest',
} as const;

/** The paths of the parameters that are not of the protocol's types. */
const wrongParameters = (
  { specTypeSchemas }: Sdk,
  method: string,
  request: JSONRPCRequest,
): readonly string[] => {
  const type = method in requestTypes ? requestTypes[method as keyof typeof requestTypes] : null;
  // Older revisions have calls of tools made tasks.
  const task = method === 'tools/call' ? request.params : {};
  return [
    ...(type ? pathsOf(specTypeSchemas[type]['~standard'].validate(request)) : []),
    ...pathsOf(specTypeSchemas.TaskAugmentedRequestParams['~standard'].validate(task), 'params'),
  ];
};

interface Validated {
  readonly issues?: readonly { readonly path?: readonly unknown[] | undefined }[] | undefined;
}

const longestPath = 100;

const pathsOf = ({ issues = [] }: Validated, ...before: readonly string[]): string[] =>
  issues.map(({ path = [] }) =>
    [...before, ...path.map((part) => (typeof part === 'object' ? Reflect.get(Object(part), 'key') : part))]
      .join('.')
      .slice(0, longestPath),
  );
