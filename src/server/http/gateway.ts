import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { SanitizedConfig } from 'payload';
import { runWithRequestId } from '../../core/request/requestContext.ts';
import { describeError } from '../../core/structuredLogger.ts';
import type { Availability } from '../database/availability.ts';
import type { PortalEnvironment } from '../environment.ts';
import { answerOverNext, type NextListener } from './answerOverNext.ts';
import { answerOverPayload } from './answerOverPayload.ts';
import { boundBody, heavyQuery, refuse } from './boundBody.ts';
import { boundChunks } from './boundChunks.ts';
import { boundPace } from './boundPace.ts';
import { buildUnreadBound } from './boundUnread.ts';
import { buildClientOf, type Client } from './client.ts';
import { requestIdOf, rewriteHeaders } from './headers.ts';
import { isHeavyQuery } from './heavyQuery.ts';
import { answerMissing, answerPlainly, answerUnavailable } from './plainAnswer.ts';
import { clientPath, type Route, routeOf, targetOf } from './routes.ts';

/** The parts behind the gateway, once they are there. */
export interface OpenPortal {
  readonly config: SanitizedConfig;
  /** Payload's endpoints. */
  handle(request: Request): Promise<Response>;
  /** The client pages. */
  readonly pages: (request: Request) => Promise<Response>;
  /** The same while the database cannot be reached. */
  readonly pagesAway: (request: Request) => Promise<Response>;
  readonly next: NextListener;
  readonly availability: Availability;
  /** True if the headers hold a valid session. */
  isSession(headers: Headers): Promise<boolean>;
  /**
   * Lets Next serve a request in the turn of its caller.
   *
   * @returns null, or the seconds after which a caller who has too many requests may come again
   */
  inTurn(
    caller: { readonly headers: Headers; readonly address: string; readonly isPage: boolean },
    work: () => Promise<void>,
  ): Promise<number | null>;
}

/** One request on its way. */
export interface GatewayRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly client: Client;
  readonly requestId: string;
  readonly target: { readonly path: string; readonly query: string };
}

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
    response.once('close', () => inFlight.delete(response));
    boundChunks(request);
    boundPace(request);
    const client = clientOf(request);
    boundUnread(response, client.address);
    const requestId = requestIdOf(request);
    response.setHeader('X-Request-Id', requestId);
    const target = targetOf(request.url);
    if (target === null) return answerPlainly(request, response, badRequest(requestId));
    if (request.method === 'TRACE') return answerPlainly(request, response, noTrace(requestId));
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
    if (route === 'health') return answerHealth(exchange, to);
    if (to === null) return answerUnavailable(request, response);
    const answerItself = itself[route];
    if (answerItself) return answerItself(request, response);
    if (isHeavyQuery(exchange.target.query)) return void refuse(exchange, heavyQuery);
    const bounded = await boundBody(exchange, to);
    if (bounded === null) return;
    if (route === 'payload') return answerOverPayload(bounded, to);
    if (route === 'clients')
      return answerOverPayload(bounded, { ...to, handle: to.pages, away: to.pagesAway });
    return answerOverNext(bounded, { ...to, serverURL, needsDatabase: route === 'next' });
  };

  return {
    listener,
    inFlight,
    open: (opened) => {
      portal = opened;
    },
  };
};

const healthFreshMs = 250;

const answerHealth = async (
  { request, response }: GatewayRequest,
  portal: OpenPortal | null,
): Promise<void> => {
  const isAvailable = portal !== null && (await portal.availability.check(healthFreshMs));
  if (isAvailable) answerPlainly(request, response, { status: 200, body: { status: 'ok' } });
  else answerPlainly(request, response, { status: 503, body: { status: 'unavailable' } });
};

/** The responses of the gateway itself, once the portal is ready. */
const itself: Readonly<Partial<Record<Route, (request: IncomingMessage, response: ServerResponse) => void>>> =
  {
    home: (request, response) => answerPlainly(request, response, toClientPages),
    none: answerMissing,
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
    answerPlainly(request, response, { status: 500, body });
  }
};
