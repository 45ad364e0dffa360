import type { PayloadHandler, PayloadRequest } from 'payload';
import { keyOf } from '../access/apiKey.ts';
import { isRepresentative, isStaff, type Principal } from '../access/roles.ts';
import { withholds } from '../access/scopesOf.ts';
import type { PortalContext } from '../context.ts';
import { metricsOf } from '../metrics/metrics.ts';
import { publicOrigin } from '../request/publicOrigin.ts';
import { apiRouteOf } from '../shared/apiRoute.ts';
import { ApiError, toApiError } from '../shared/errors.ts';
import { say } from '../texts/say.ts';
import { textsBy } from '../texts/text.ts';
import { type Answer, errorAnswer, streamResponse, successAnswer, toResponse } from './answer.ts';
import { type Body, readBody, readFields, rejectParameters } from './body.ts';
import { corsHeaders } from './cors.ts';
import { assertSharedSecret, identify } from './credentials.ts';
import { answerOnce, readIdempotencyKey, replay } from './idempotency/answerOnce.ts';
import type { IdempotentRequest } from './idempotency/store.ts';
import {
  isSharedSecret,
  type OpenOperation,
  type Operation,
  type OperationContext,
  type RunOperation,
  type ServedRequest,
} from './operation.ts';
import { parseInput } from './parseInput.ts';
import { limitedBy, type RequestLimit } from './rate-limit/rateLimit.ts';
import { requestIdOf } from './requestId.ts';
import {
  allowedMethods,
  credentialOf,
  type FoundRoute,
  findRoute,
  operationFor,
  type Route,
} from './routes.ts';

/** One request on its way through the checks. */
interface RequestInHand {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  /** The address the client used: behind a proxy it is the server's public one. */
  readonly url: URL;
  /** Below the app's API route and the prefix. */
  readonly path: string;
  readonly method: string;
  readonly requestId: string;
  /** Null if nothing is at the path. */
  readonly found: FoundRoute | null;
  /** Null if the path does not know the method. */
  readonly operation: Operation | null;
  readonly limit: RequestLimit;
  renderError(error: ApiError): Answer;
}

/** One handler for all of the API: it finds the operation, checks in the contract's order, and answers. */
export const buildHandler =
  (routes: readonly Route[], portal: PortalContext): PayloadHandler =>
  async (req) => {
    const requestId = requestIdOf(req.headers);
    const renderError = (error: ApiError) =>
      errorAnswer(error, { requestId, accept: req.headers.get('Accept'), t: textsBy(req.t) });
    const url = new URL(req.url ?? '/', req.origin);
    const path = url.pathname.slice(apiRouteOf(req.payload, portal).length);
    const limit = limitedBy(req, portal.options.rateLimit.perMinute);
    const method = req.method ?? 'GET';
    const found = findRoute(routes, path);
    const operation = found && operationFor(found.route, method);
    const answered = metricsOf(req.payload).timeRequest(operation?.name ?? 'none');
    const inHand = { req, portal, url, path, method, found, operation, requestId, limit, renderError };
    const response = await answer(inHand).catch((error: unknown) => {
      const apiError = countedError(limit, toApiError(error));
      // The client has gone away, so no one reads the answer.
      if (apiError.cause && !req.signal?.aborted)
        req.payload.logger.error({ err: apiError.cause, requestId, msg: apiError.message });
      return toResponse(renderError(apiError));
    });
    const headers = { ...limit.headers(), ...corsHeaders(req.headers, portal.options.cors) };
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    response.headers.set('X-Request-Id', requestId);
    answered(response.status);
    return req.method === 'HEAD' ? new Response(null, response) : response;
  };

/** Below it a session of the CMS is a credential; elsewhere only an API key is. */
const sessionPrefix = '/portal/v1';

const answer = async (inHand: RequestInHand): Promise<Response> => {
  const { found, operation, method, url } = inHand;
  if (found && method === 'OPTIONS')
    return new Response(null, { status: 204, headers: { Allow: allowedMethods(found.route) } });
  if (operation?.open) return openTo(operation.open, inHand);
  const caller = await admit(inHand, found);
  if (!found) throw new ApiError('not_found', `There is nothing at ${url.pathname}.`);
  if (!operation) {
    const headers = { Allow: allowedMethods(found.route) };
    throw new ApiError('method_not_allowed', `${method} is not possible here.`, { headers });
  }
  assertMay(operation, caller, inHand);
  const context = contextOf(inHand, found, caller);
  if (operation.serve) return operation.serve(context, servedRequestOf(operation, inHand));
  if (operation.method === 'GET') return read(operation, inHand, context);
  return toResponse(await change(operation, inHand, context));
};

/** A caller that holds a shared secret: no user, with no record in reach. */
const noUser: Principal = { id: 0, role: 'client', organizations: [], spans: false, withheld: [] };

/** Lets a caller in by their credentials, and counts them. */
const admit = async (
  { req, portal, path, limit }: RequestInHand,
  found: FoundRoute | null,
): Promise<Principal | null> => {
  const { credential, readSecret } = found ? credentialOf(found.route) : {};
  if (isSharedSecret(credential)) {
    await assertSharedSecret(req, portal, { credential, readSecret });
    return noUser;
  }
  const caller = await identify(req, portal, path.startsWith(sessionPrefix) && credential !== 'key');
  limit.countCaller();
  return caller;
};

/** Wrong credentials count, too: the error is another one once there were too many. */
const countedError = (limit: RequestLimit, error: ApiError): ApiError => {
  if (error.code !== 'unauthorized') return error;
  try {
    limit.countStranger();
    return error;
  } catch (tooMany) {
    return toApiError(tooMany);
  }
};

/** What needs no credentials, and is not counted unless it says so. */
const openTo = (
  open: OpenOperation['open'],
  { found, req, portal, url, limit }: RequestInHand,
): Promise<Response> => {
  limit.lift();
  const { payload } = req;
  return open({ req, payload, portal, params: found?.params ?? {}, url, countStranger: limit.countStranger });
};

function assertMay(
  { credential, gate, scope, takesRepresentativeSessions }: Operation,
  caller: Principal | null,
  { req }: RequestInHand,
): asserts caller is Principal {
  if (caller && isSharedSecret(credential)) return;
  const key = keyOf(req.user);
  if (!caller || !gate(caller) || (scope && withholds(caller, scope)))
    throw new ApiError('forbidden', say('errors:role:forbids'));
  const isTaken = isStaff(caller) || (takesRepresentativeSessions && isRepresentative(caller));
  if (!key && !isTaken) throw new ApiError('forbidden', say('errors:role:forbids'));
  if (!key) return;
  if (scope === null) throw new ApiError('forbidden', 'An API key does not open this: log in.');
  if (!key.scopes.includes(scope)) throw new ApiError('forbidden', `This API key needs the scope ${scope}.`);
}

const contextOf = (
  { req, portal }: RequestInHand,
  { params }: FoundRoute,
  caller: Principal,
): OperationContext => ({ caller, key: keyOf(req.user), payload: req.payload, portal, req, params });

const servedRequestOf = (
  operation: Operation,
  { req, portal, limit, requestId }: RequestInHand,
): ServedRequest => ({
  requestId,
  read: async () => (await readBody(req, operation, portal)).parse(),
  countAnother: limit.countCaller,
});

const read = async (
  operation: RunOperation,
  { req, url }: RequestInHand,
  context: OperationContext,
): Promise<Response> => {
  const loaded = await operation.load?.(context);
  const input = parseInput(operation, readFields(url.searchParams), context.caller);
  const result = await operation.run(input, context, loaded);
  if (result.stream) return streamResponse(operation, result);
  return toResponse(successAnswer(operation, result, () => publicUrl(req, url)));
};

const change = async (
  operation: RunOperation,
  inHand: RequestInHand,
  context: OperationContext,
): Promise<Answer> => {
  const { req, path, portal } = inHand;
  const isReplayable = operation.method === 'POST' && !operation.rawBody;
  const key = isReplayable ? readIdempotencyKey(req, path) : null;
  const body = await readBody(req, operation, portal);
  const request = key && { ...key, fingerprint: body.fingerprint };
  return changeBy(operation, { ...inHand, body, request }, context).finally(() => body.discard?.());
};

interface Change extends RequestInHand {
  readonly body: Body;
  /** Null without an `Idempotency-Key`. */
  readonly request: IdempotentRequest | null;
}

const changeBy = async (
  operation: RunOperation,
  { req, url, body, request, renderError }: Change,
  context: OperationContext,
): Promise<Answer> => {
  const replayed = request && (await replay(req, request));
  if (replayed) return replayed;
  const loaded = await operation.load?.(context);
  const input = parseInput(operation, body.parse(), context.caller, rejectParameters(url.searchParams));
  const perform = async () =>
    successAnswer(operation, await operation.run(input, context, loaded), () => publicUrl(req, url));
  return request ? answerOnce({ req, request, perform, renderError }) : perform();
};

const publicUrl = ({ payload, origin }: PayloadRequest, { pathname, search }: URL): URL =>
  new URL(pathname + search, publicOrigin(payload) ?? origin);
