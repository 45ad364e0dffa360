import type { PayloadHandler, PayloadRequest } from 'payload';
import type { Principal } from '../access/roles.ts';
import type { PortalContext } from '../context.ts';
import { metricsOf } from '../metrics/metrics.ts';
import { publicOrigin } from '../request/publicOrigin.ts';
import { ApiError, errorTable, toApiError } from '../shared/errors/errors.ts';
import { belowApi } from '../shared/portal/apiRoute.ts';
import { say } from '../texts/say.ts';
import { textsBy } from '../texts/text.ts';
import { type Body, readBody, readFields, rejectParameters } from './body.ts';
import { corsHeaders, requestIdOf } from './headers.ts';
import { idempotentSubject, readIdempotencyKey, replay, respondOnce } from './idempotency/respondOnce.ts';
import {
  type HolderOperation,
  type Operation,
  type RunOperation,
  type ServedOperation,
  takesQuery,
} from './operation.ts';
import type { OperationContext, OperationResult, ServedRequest } from './operationContext.ts';
import { assertPersonOfPage } from './pagePerson.ts';
import { type GivenInput, parseInput, prepareOperation } from './prepareOperation.ts';
import { limitedBy } from './rate-limit/rateLimit.ts';
import {
  callerOf,
  contextOfUser,
  openContextOf,
  presentContext,
  type RequestInHand,
} from './requestInHand.ts';
import {
  errorResponse,
  type PlainResponse,
  streamResponse,
  successInTurns,
  successResponse,
  toResponse,
} from './response.ts';
import { allowedMethods, type FoundRoute, findRoute, holdersOf, operationFor, type Route } from './routes.ts';
import { timeRequest } from './slowBody.ts';
import { inStoringTurn, inTurnAt, inTurnOf } from './turns.ts';
import { assertRoomForChange } from './upload/diskRoom.ts';
import { holdBody, releaseBody } from './waitingBodies.ts';

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

const responseToHolder = async (
  operation: HolderOperation,
  inHand: RequestInHand,
  first: unknown,
): Promise<Response> => {
  const { req, renderError } = inHand;
  const admitIfSlow = async () =>
    inHand.isSlow() ? operation.who.admit({ ...openContextOf(inHand), countStranger: () => {} }) : first;
  // The path that a browser knows holds the secret of a link.
  const keyFor = (one: unknown) =>
    readIdempotencyKey(req, operation.path, operation.idempotentAs?.(one) ?? null);
  keyFor(first);
  const given = await readInput(operation, inHand, null);
  const work = async () => {
    const holder = await admitIfSlow();
    const key = keyFor(holder);
    const input = parseInput(operation.input, given.parse(), given.others);
    const run = () => operation.run(input, { ...openContextOf(inHand), holder, admitIfSlow });
    if (!key) return respond(operation, await run(), inHand);
    const request = { ...key, fingerprint: given.fingerprint };
    const perform = async () => successOf(operation, await run(), inHand);
    return toResponse(await respondOnce({ req, request, perform, renderError }));
  };
  try {
    const subject = operation.who.turnOf?.(first);
    const inTurn = inTurnOfFiles(operation, req, work);
    return await (subject === undefined ? inTurn() : inTurnAt(req.payload, subject, inTurn));
  } finally {
    await given.discard?.();
  }
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

const responseToUser = async (
  operation: RunOperation,
  inHand: RequestInHand,
  first: OperationContext,
): Promise<Response> => {
  const { req, path, portal, renderError } = inHand;
  const { method, body, response } = operation;
  if (method !== 'GET' && method !== 'DELETE') await assertRoomForChange(portal, first.caller);
  const isReplayable = method === 'POST' && !body?.raw;
  const key = isReplayable ? readIdempotencyKey(req, path, idempotentSubject(req, first.caller)) : null;
  const given = await readInput(operation, inHand, first.caller);
  const request = key && { ...key, fingerprint: given.fingerprint };
  const work = async () => {
    const context = await presentContext(operation, inHand, first);
    const replayed = request && (await replay(req, request));
    if (replayed) return toResponse(replayed);
    const run = await prepareOperation(operation, context, given);
    if (!request) return respond(operation, await run(), inHand);
    const perform = async () => successOf(operation, await run(), inHand);
    const kept = response.isShownOnce ? renderError(shownBefore()) : undefined;
    return toResponse(await respondOnce({ req, request, perform, renderError, kept }));
  };
  try {
    // An upload may come slowly: the turn begins when it is here.
    return await inTurnOf(req.payload, first.caller, inTurnOfFiles(operation, req, work));
  } finally {
    await given.discard?.();
  }
};

/** The answer to a second request whose first response held a secret, which is not kept. */
const shownBefore = (): ApiError => new ApiError('conflict', say('errors:shownBefore'));

/** The work of a request that has arrived whole. One that stores or deletes files takes a turn among all of these. */
const inTurnOfFiles = (
  { body, deletesFiles }: Operation,
  { payload }: PayloadRequest,
  work: () => Promise<Response>,
): (() => Promise<Response>) => (body?.isUpload || deletesFiles ? () => inStoringTurn(payload, work) : work);

/** Reads the query of a GET or DELETE, and the body of any other method, which takes no query. */
const readInput = async (
  operation: Operation,
  inHand: RequestInHand,
  caller: Principal | null,
): Promise<Pick<Body, 'fingerprint' | 'discard'> & GivenInput> => {
  const { searchParams } = inHand.url;
  if (takesQuery(operation)) return { fingerprint: '', parse: () => readFields(searchParams) };
  const body = await readHeldBody(operation, inHand, caller);
  return { ...body, others: rejectParameters(searchParams) };
};

/** Reads a body that waits for a turn from now on, until the response is made. @throws {ApiError} `rate_limited` */
const readHeldBody = async (
  operation: Operation,
  { req, portal }: RequestInHand,
  caller: Principal | null,
): Promise<Body> => {
  const body = await readBody(req, operation, portal);
  try {
    holdBody(req, caller, body.bytes);
    return body;
  } catch (error) {
    await body.discard?.();
    throw error;
  }
};

const respond = async (
  { response }: Operation,
  result: OperationResult<unknown>,
  { req, url }: RequestInHand,
): Promise<Response> =>
  result.stream
    ? streamResponse(response, result)
    : successInTurns(response, result, () => publicUrl(req, url));

const successOf = (
  operation: Operation,
  result: OperationResult<unknown>,
  { req, url }: RequestInHand,
): PlainResponse => successResponse(operation.response, result, () => publicUrl(req, url));

const publicUrl = ({ payload, origin }: PayloadRequest, { pathname, search }: URL): URL =>
  new URL(pathname + search, publicOrigin(payload) ?? origin);
