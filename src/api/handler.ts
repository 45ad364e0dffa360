import type { PayloadHandler, PayloadRequest } from 'payload';
import type { PortalContext } from '../context.ts';
import type { Operation, OperationResult } from '../operations/operation.ts';
import { ApiError } from '../shared/errors.ts';
import { readBody } from './body.ts';
import { errorResponse, unexpectedError } from './errorResponse.ts';
import { parseInput, readFields, refuseParameters } from './input.ts';
import { jsonResponse } from './jsonResponse.ts';
import { linkHeader } from './links.ts';
import { requestIdOf } from './requestId.ts';
import { allowedMethods, findRoute, operationFor, type Route } from './routes.ts';
import { identify } from './session.ts';

/** One handler for all of the API: it finds the operation, checks in the contract's order, and answers. */
export const buildHandler =
  (routes: readonly Route[], context: PortalContext): PayloadHandler =>
  async (req) => {
    const requestId = requestIdOf(req.headers);
    const response = await answer(req, routes, context).catch((error: unknown) => {
      const refusal = error instanceof ApiError ? error : unexpectedError(error);
      if (refusal.cause) req.payload.logger.error({ err: refusal.cause, requestId, msg: refusal.message });
      return errorResponse(refusal, { requestId, accept: req.headers.get('Accept') });
    });
    response.headers.set('X-Request-Id', requestId);
    return response;
  };

/** Below it a session of the CMS is a credential; elsewhere only an API key is. */
const sessionPrefix = '/portal/v1';

const answer = async (
  req: PayloadRequest,
  routes: readonly Route[],
  portal: PortalContext,
): Promise<Response> => {
  const url = publicUrl(req);
  const method = req.method ?? 'GET';
  const path = url.pathname.slice(req.payload.config.routes.api.length);
  const route = findRoute(routes, path);
  if (route && method === 'OPTIONS')
    return new Response(null, { status: 204, headers: { Allow: allowedMethods(route) } });
  const caller = await identify(req, portal, path.startsWith(sessionPrefix));
  if (!route) throw new ApiError('not_found', `There is nothing at ${url.pathname}.`);
  const operation = operationFor(route, method);
  if (!operation) {
    const headers = { Allow: allowedMethods(route) };
    throw new ApiError('method_not_allowed', `${method} is not possible here.`, { headers });
  }
  if (!operation.gate(caller) || !caller) throw new ApiError('forbidden', 'Your role does not allow this.');
  const input = await readInput(operation, req, url);
  const result = await operation.run(input, { caller, payload: req.payload, portal, req });
  return render(operation, result, url);
};

const readInput = async (
  operation: Operation,
  req: PayloadRequest,
  { searchParams }: URL,
): Promise<unknown> => {
  if (operation.method === 'GET') return parseInput(operation.input, readFields(searchParams));
  const body = await readBody(req, operation);
  return parseInput(operation.input, body, refuseParameters(searchParams));
};

const render = ({ status }: Operation, { output, links }: OperationResult<unknown>, url: URL): Response => {
  const link = links && linkHeader(url, links);
  return jsonResponse(output, { status, headers: link ? { Link: link } : {} });
};

/** The address the client used: behind a proxy it is the server's public one. */
const publicUrl = ({ url, payload, origin }: PayloadRequest): URL => {
  const { pathname, search } = new URL(url ?? '/', origin);
  return new URL(pathname + search, payload.config.serverURL || origin);
};
