import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { runWithRequestId } from '../../core/request/requestContext.ts';
import { describeError } from '../../core/structuredLogger.ts';
import type { PortalEnvironment } from '../environment.ts';
import { admitBody } from './admitBody.ts';
import { boundChunks, boundPace, buildUnreadBound } from './boundRequest.ts';
import { buildClientOf } from './client.ts';
import type { GatewayRequest, OpenPortal } from './exchange.ts';
import { hasManyCookies, requestIdOf, rewriteHeaders } from './headers.ts';
import { isHeavyQuery } from './heavyQuery.ts';
import { respondMissing, respondPlainly, respondUnavailable } from './plainResponse.ts';
import { heavyQuery, manyCookies, type Refusal, refuse } from './refusals.ts';
import { respondOverNext } from './respondOverNext.ts';
import { respondOverPayload } from './respondOverPayload.ts';
import { clientPath, type Route, routeOf, targetOf } from './routes.ts';

interface Gateway {
  readonly listener: RequestListener;
  readonly inFlight: ReadonlySet<ServerResponse>;
  /** Opens the gateway. Until then every request is answered 503. */
  open(portal: OpenPortal): void;
}

/** The entry of the portal's own server. It decides which part serves a request, and whether that is possible now. */
export const buildGateway = ({ trustedProxies, serverURL }: PortalEnvironment): Gateway => {
  const inFlight = new Set<ServerResponse>();
  const clientOf = buildClientOf(trustedProxies, new URL(serverURL).host);
  const boundUnread = buildUnreadBound();
  let portal: OpenPortal | null = null;

  const listener: RequestListener = (request, response) => {
    inFlight.add(response);
    // Next and the parts of the gateway wait for its end: they are more than the ten of which Node warns.
    response.setMaxListeners(20);
    response.once('close', () => inFlight.delete(response));
    boundChunks(request);
    boundPace(request);
    const client = clientOf(request);
    boundUnread(response, client.address);
    const requestId = requestIdOf(request);
    response.setHeader('X-Request-Id', requestId);
    const target = targetOf(request.url);
    if (target === null) return respondPlainly(request, response, badRequest(requestId));
    if (request.method === 'TRACE') return respondPlainly(request, response, noTrace(requestId));
    request.url = `${target.path}${target.query}`;
    rewriteHeaders(request, client, requestId);
    const exchange = { request, response, target, requestId, client };
    runWithRequestId(requestId, () => answer(exchange, portal)).catch((error: unknown) =>
      giveUp(exchange, error),
    );
  };

  const answer = async (exchange: GatewayRequest, to: OpenPortal | null): Promise<void> => {
    const { request, response } = exchange;
    const route = routeOf(exchange.target.path);
    if (route === 'health') return respondWithHealth(exchange, to);
    if (to === null) return respondUnavailable(request, response);
    const respondItself = itself[route];
    if (respondItself) return respondItself(request, response);
    const heavy = heavyPartOf(exchange, route);
    if (heavy !== null) return void refuse(exchange, heavy);
    const bounded = await admitBody(exchange, to);
    if (bounded === null) return;
    if (route === 'payload') return respondOverPayload(bounded, to);
    if (route === 'clients')
      return respondOverPayload(bounded, { ...to, handle: to.pages, away: to.pagesAway });
    return respondOverNext(bounded, { ...to, serverURL, needsDatabase: route === 'next' });
  };

  return {
    listener,
    inFlight,
    open: (opened) => {
      portal = opened;
    },
  };
};

/** The part of a request that would take seconds to read; null for none. */
const heavyPartOf = ({ request, target }: GatewayRequest, route: Route): Refusal | null => {
  if (isHeavyQuery(target.query, { isPage: route !== 'payload' })) return heavyQuery;
  return hasManyCookies(request) ? manyCookies : null;
};

const healthFreshMs = 250;

const respondWithHealth = async (
  { request, response }: GatewayRequest,
  portal: OpenPortal | null,
): Promise<void> => {
  const isAvailable = portal !== null && (await portal.availability.check(healthFreshMs));
  if (isAvailable) respondPlainly(request, response, { status: 200, body: { status: 'ok' } });
  else respondPlainly(request, response, { status: 503, body: { status: 'unavailable' } });
};

/** The responses of the gateway itself, once the portal is ready. */
const itself: Readonly<Partial<Record<Route, (request: IncomingMessage, response: ServerResponse) => void>>> =
  {
    home: (request, response) => respondPlainly(request, response, toClientPages),
    none: respondMissing,
  };

const toClientPages = {
  status: 307,
  body: { message: `The pages of clients are at ${clientPath}, the admin is at /admin.` },
  headers: { Location: clientPath },
};

const badRequest = (requestId: string) => ({
  status: 400,
  body: { error: 'bad_request', message: 'The address of the request is malformed.', request_id: requestId },
});

/** No part of the portal echoes requests, and the web's `Request` knows no such method. */
const noTrace = (requestId: string) => ({
  status: 405,
  body: { error: 'method_not_allowed', message: 'There is no TRACE here.', request_id: requestId },
  headers: { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' },
});

const giveUp = ({ request, response, requestId }: GatewayRequest, error: unknown): void => {
  // A client that has gone while it sent its request is no fault of ours.
  if (request.destroyed && !request.complete) return void response.destroy();
  console.error(JSON.stringify({ level: 'error', requestId, err: describeError(error) }));
  if (response.headersSent) response.destroy();
  else {
    const body = {
      error: 'internal_error',
      message: 'Something went wrong on our side.',
      request_id: requestId,
    };
    respondPlainly(request, response, { status: 500, body });
  }
};
