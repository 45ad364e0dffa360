import type { PayloadHandler, PayloadRequest } from 'payload';
import { keyOf } from '../access/apiKey.ts';
import type { PortalContext } from '../context.ts';
import { metricsOf } from '../metrics/metrics.ts';
import { publicOrigin } from '../request/publicOrigin.ts';
import { belowApi } from '../shared/apiRoute.ts';
import { ApiError, toApiError } from '../shared/errors.ts';
import { textsBy } from '../texts/text.ts';
import { type Answer, errorAnswer, streamResponse, successAnswer, toResponse } from './answer.ts';
import { assertMay } from './assertMay.ts';
import { type Body, readBody, readFields, rejectParameters } from './body.ts';
import { corsHeaders } from './cors.ts';
import { identify } from './credentials.ts';
import { answerOnce, readIdempotencyKey, replay } from './idempotency/answerOnce.ts';
import type { IdempotentRequest } from './idempotency/store.ts';
import type {
  HolderOperation,
  OpenContext,
  Operation,
  OperationContext,
  RequestContext,
  RunOperation,
  ServedOperation,
  ServedRequest,
} from './operation.ts';
import { parseInput, parseUserInput } from './parseInput.ts';
import { limitedBy, type RequestLimit } from './rate-limit/rateLimit.ts';
import { requestIdOf } from './requestId.ts';
import { assertRoomForChange } from './roomForChange.ts';
import {
  allowedMethods,
  type FoundRoute,
  findRoute,
  holdersOf,
  operationFor,
  type Route,
  takesKeysAlone,
} from './routes.ts';
import { inTurnAt, inTurnOf } from './turns.ts';

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
    const path = belowApi(url.pathname, req.payload, portal);
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

const answer = async (inHand: RequestInHand): Promise<Response> => {
  const { found, operation, method, url, req, portal, path, limit } = inHand;
  if (found && method === 'OPTIONS') return optionsAnswer(found.route, portal);
  if (operation?.kind === 'open') {
    limit.lift();
    return operation.open(openContextOf(inHand));
  }
  const holders = found && holdersOf(found.route);
  if (holders) {
    const holder = await holders.admit(openContextOf(inHand));
    if (operation?.kind !== 'holders') throw notAllowed(inHand, found);
    return serveHolder(operation, inHand, holder);
  }
  const held = await serveHeld(inHand);
  if (held) return held;
  const caller = await identify(req, portal, {
    path,
    takesKeysAlone: found !== null && takesKeysAlone(found.route),
  });
  if (isCounted(operation, req)) limit.countCaller();
  if (!found) throw new ApiError('not_found', `There is nothing at ${url.pathname}.`);
  if (!operation || operation.kind === 'holders') throw notAllowed(inHand, found);
  const key = keyOf(req.user);
  assertMay(operation, caller, key);
  const context = { ...contextOf(inHand), caller, key };
  if (operation.kind === 'served') return operation.serve(context, servedRequestOf(operation, inHand));
  if (operation.method === 'GET')
    return inTurnOf(req.payload, caller, () => read(operation, inHand, context));
  return toResponse(await change(operation, inHand, context));
};

/** Null unless the request carries a credential of the operation's own. */
const serveHeld = async (inHand: RequestInHand): Promise<Response | null> => {
  const { operation } = inHand;
  return (operation?.kind === 'served' && (await operation.serveHolder?.(openContextOf(inHand)))) || null;
};

const isCounted = (operation: Operation | null, req: PayloadRequest): boolean =>
  operation?.kind !== 'served' || !operation.isUncounted?.(req);

const optionsAnswer = (route: Route, portal: PortalContext): Response => {
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

const contextOf = ({ req, portal, found }: RequestInHand): RequestContext => ({
  payload: req.payload,
  portal,
  req,
  params: found?.params ?? {},
});

/** These requests are not counted unless the operation says so. */
const openContextOf = (inHand: RequestInHand): OpenContext => ({
  ...contextOf(inHand),
  url: inHand.url,
  countStranger: inHand.limit.countStranger,
});

const serveHolder = async (
  operation: HolderOperation,
  inHand: RequestInHand,
  holder: unknown,
): Promise<Response> => {
  const { req, url, portal } = inHand;
  const work = async (input: unknown) => {
    const result = await operation.run(input, { ...openContextOf(inHand), holder });
    return toResponse(successAnswer(operation.answer, result, () => publicUrl(req, url)));
  };
  const subject = operation.who.turnOf?.(holder);
  const run = (input: unknown) =>
    subject === undefined ? work(input) : inTurnAt(req.payload, subject, () => work(input));
  if (operation.method === 'GET') return run(parseInput(operation.input, readFields(url.searchParams)));
  const body = await readBody(req, operation, portal);
  const input = () => parseInput(operation.input, body.parse(), rejectParameters(url.searchParams));
  return run(input()).finally(() => body.discard?.());
};

const servedRequestOf = (
  operation: ServedOperation,
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
  const input = parseUserInput(operation, readFields(url.searchParams), context.caller);
  const result = await operation.run(input, context, loaded);
  if (result.stream) return streamResponse(operation.answer, result);
  return toResponse(successAnswer(operation.answer, result, () => publicUrl(req, url)));
};

const change = async (
  operation: RunOperation,
  inHand: RequestInHand,
  context: OperationContext,
): Promise<Answer> => {
  const { req, path, portal } = inHand;
  if (operation.method !== 'DELETE') await assertRoomForChange(portal, context.caller);
  const isReplayable = operation.method === 'POST' && !operation.body?.raw;
  const key = isReplayable ? readIdempotencyKey(req, path, context.caller) : null;
  const body = await readBody(req, operation, portal);
  const request = key && { ...key, fingerprint: body.fingerprint };
  // An upload may come slowly: the turn begins when it is here.
  return inTurnOf(req.payload, context.caller, () =>
    changeBy(operation, { ...inHand, body, request }, context),
  ).finally(() => body.discard?.());
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
  const input = parseUserInput(operation, body.parse(), context.caller, rejectParameters(url.searchParams));
  const perform = async () =>
    successAnswer(operation.answer, await operation.run(input, context, loaded), () => publicUrl(req, url));
  return request ? answerOnce({ req, request, perform, renderError }) : perform();
};

const publicUrl = ({ payload, origin }: PayloadRequest, { pathname, search }: URL): URL =>
  new URL(pathname + search, publicOrigin(payload) ?? origin);
