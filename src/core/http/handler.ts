import type { PayloadHandler, PayloadRequest } from 'payload';
import type { PortalContext } from '../context.ts';
import { metricsOf } from '../metrics/metrics.ts';
import { ApiError, errorTable, toApiError } from '../shared/errors/errors.ts';
import { belowApi } from '../shared/portal/apiRoute.ts';
import { textsBy } from '../texts/text.ts';
import { corsHeaders, requestIdOf } from './headers.ts';
import type { Operation, ServedOperation } from './operation.ts';
import type { OperationContext, ServedRequest } from './operationContext.ts';
import { assertPersonOfPage } from './pagePerson.ts';
import { limitedBy } from './rate-limit/rateLimit.ts';
import { readHeldBody } from './readInput.ts';
import {
  callerOf,
  contextOfUser,
  openContextOf,
  presentContext,
  type RequestInHand,
} from './requestInHand.ts';
import { errorResponse, toResponse } from './response.ts';
import { allowedMethods, type FoundRoute, findRoute, holdersOf, operationFor, type Route } from './routes.ts';
import { responseToHolder, responseToUser } from './runOperation.ts';
import { timeRequest } from './slowBody.ts';
import { releaseBody } from './waitingBodies.ts';

/** One handler for all of the API: it finds the operation, checks in the contract's order, and answers. */
export const buildHandler =
  (portal: PortalContext): PayloadHandler =>
  async (req) => {
    const isSlow = timeRequest();
    const requestId = requestIdOf(req.headers);
    const renderError = (error: ApiError) =>
      errorResponse(error, { requestId, accept: req.headers.get('Accept'), t: textsBy(req.t) });
    const url = new URL(req.url ?? '/', req.origin);
    const path = belowApi(url.pathname, req.payload, portal);
    const limit = limitedBy(req, portal.options.rateLimit.perMinute);
    const method = req.method ?? 'GET';
    const found = findRoute(portal.routes, path);
    const operation = found && operationFor(found.route, method);
    const noteStatus = metricsOf(req.payload).timeRequest(operation?.name ?? 'none');
    const inHand = {
      req,
      portal,
      url,
      path,
      method,
      found,
      operation,
      requestId,
      limit,
      isSlow,
      renderError,
    };
    const response = await responseTo(inHand)
      .catch((error: unknown) => {
        const apiError = countedError(inHand, toApiError(error));
        // The client has gone away, so no one reads the response.
        if (apiError.cause && !req.signal?.aborted)
          req.payload.logger.error({ err: apiError.cause, requestId, msg: apiError.message });
        return toResponse(renderError(apiError));
      })
      .finally(() => releaseBody(req));
    const headers = { ...limit.headers(), ...corsHeaders(req.headers, portal.options.cors) };
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    response.headers.set('X-Request-Id', requestId);
    noteStatus(response.status);
    return req.method === 'HEAD' ? new Response(null, response) : response;
  };

const responseTo = async (inHand: RequestInHand): Promise<Response> => {
  const { found, operation, method, url, req, portal, limit } = inHand;
  if (found && method === 'OPTIONS') return optionsResponse(found.route, portal);
  if (operation?.kind === 'open') {
    limit.lift();
    return operation.open(openContextOf(inHand));
  }
  const holders = found && holdersOf(found.route);
  if (holders) {
    const holder = await holders.admit(openContextOf(inHand));
    if (operation?.kind !== 'holders') throw notAllowed(inHand, found);
    return responseToHolder(operation, inHand, holder);
  }
  const byHolder = operation?.kind === 'served' && (await operation.serveHolder?.(openContextOf(inHand)));
  if (byHolder) return byHolder;
  const caller = await callerOf(inHand);
  if (isCounted(operation, req)) limit.countCaller();
  if (!found) throw new ApiError('not_found', `There is nothing at ${url.pathname}.`);
  if (!operation || operation.kind === 'holders') throw notAllowed(inHand, found);
  const context = contextOfUser(operation, inHand, caller);
  assertPersonOfPage(req);
  if (operation.kind === 'served')
    return operation.serve(context, servedRequestOf(operation, inHand, context));
  return responseToUser(operation, inHand, context);
};

const servedRequestOf = (
  operation: ServedOperation,
  inHand: RequestInHand,
  context: OperationContext,
): ServedRequest => ({
  requestId: inHand.requestId,
  async read() {
    const body = await readHeldBody(operation, inHand, context.caller);
    return { context: await presentContext(operation, inHand, context), value: body.parse() };
  },
  identifyIfSlow: () => presentContext(operation, inHand, context),
  countAnother: inHand.limit.countCaller,
});

const isCounted = (operation: Operation | null, req: PayloadRequest): boolean =>
  operation?.kind !== 'served' || !operation.isUncounted?.(req);

const optionsResponse = (route: Route, portal: PortalContext): Response => {
  const headers = new Headers({ Allow: allowedMethods(route) });
  for (const operation of Object.values(route.operations)) {
    const own = operation.kind === 'served' ? operation.optionsHeaders?.(portal) : undefined;
    for (const [name, value] of Object.entries(own ?? {})) headers.set(name, value);
  }
  return new Response(null, { status: 204, headers });
};

const notAllowed = ({ method }: RequestInHand, { route }: FoundRoute): ApiError =>
  new ApiError('method_not_allowed', `${method} is not possible here.`, {
    headers: { Allow: allowedMethods(route) },
  });

/**
 * Wrong credentials count, too, and so does what fails at an address that only a secret or a signature opens: it may fail before that
 * is proven. The error is another one once there were too many.
 */
const countedError = ({ found, limit }: RequestInHand, error: ApiError): ApiError => {
  const isOfHolders = found !== null && holdersOf(found.route) !== null;
  try {
    if (error.code === 'unauthorized') limit.countStranger();
    else if (isOfHolders && errorTable[error.code].status < 500) limit.countFailure();
    return error;
  } catch (tooMany) {
    return toApiError(tooMany);
  }
};
