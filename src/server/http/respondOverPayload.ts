import { type IncomingHttpHeaders, STATUS_CODES } from 'node:http';
import { createRequest, sendResponse } from '@remix-run/node-fetch-server';
import type { SanitizedConfig } from 'payload';
import { noteConnection } from '../../core/request/connection.ts';
import type { Availability } from '../database/availability.ts';
import type { GatewayRequest, OpenPortal } from './exchange.ts';
import { endUnreadBody, respondPlainly, respondUnavailable } from './plainResponse.ts';
import { isPortalApi } from './routes.ts';

interface PayloadSide extends Pick<OpenPortal, 'config' | 'handle' | 'availability'> {
  /** Answers in the place of `handle` while the database cannot be reached. */
  readonly away?: OpenPortal['handle'];
}

/** Serves the API without Next, which would cost most of the time of a small request. */
export const respondOverPayload = async (exchange: GatewayRequest, side: PayloadSide): Promise<void> => {
  const { config, handle, availability, away } = side;
  const { request, response } = exchange;
  const isAway = !availability.isAvailable && !(await availability.check(0));
  if (isAway && !away) return respondUnavailable(request, response);
  noteRejectedOrigin(request.headers, exchange.target.path, config);
  const startedAt = performance.now();
  const webRequest = webRequestOf(exchange);
  if (webRequest) noteConnection(webRequest, whenSent(response));
  if (webRequest === null) return respondPlainly(request, response, malformed(exchange));
  if (isAway && away) return send(exchange, await away(webRequest));
  // A form can be read once: its page itself shows the result, and keeps the typed text.
  if (away && request.method === 'POST') return send(exchange, await handle(webRequest));
  const answer = await untilAway(availability, handle(webRequest));
  if (response.destroyed) return void answer?.body?.cancel();
  if (answer === null || (await isOutage({ availability, answer, startedAt, request }))) {
    await answer?.body?.cancel();
    return away ? send(exchange, await away(webRequest)) : respondUnavailable(request, response);
  }
  return send(exchange, answer);
};

const send = async ({ request, response }: GatewayRequest, answer: Response): Promise<void> => {
  if (response.destroyed) return void answer.body?.cancel();
  endUnreadBody(request, response);
  const isHead = request.method === 'HEAD';
  if (isHead) await answer.body?.cancel();
  await sendResponse(response, forHttp(answer, isHead));
};

const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** True once the operating system has all of a response, false if its connection is closed before. */
const whenSent = (response: GatewayRequest['response']): Promise<boolean> =>
  new Promise((resolve) => {
    response.once('finish', () => resolve(true));
    response.once('close', () => resolve(response.writableFinished));
  });

/** Returns null for an invalid host. */
const webRequestOf = ({ request, response, client }: GatewayRequest): Request | null => {
  const { host, protocol } = client;
  if (!hostPattern.test(host)) return null;
  try {
    const webRequest = createRequest(request, response, { host, protocol: `${protocol}:` });
    // Payload has no endpoints for HEAD. The body of the response is left out.
    return request.method === 'HEAD' ? new Request(webRequest, { method: 'GET' }) : webRequest;
  } catch {
    return null;
  }
};

/** The response, or null if the database becomes unreachable first. A later response is discarded. */
const untilAway = async (availability: Availability, work: Promise<Response>): Promise<Response | null> => {
  let forget = (): void => {};
  const away = new Promise<null>((resolve) => {
    forget = availability.onAway(() => {
      resolve(null);
      work.then(
        (late) => late.body?.cancel(),
        () => {},
      );
    });
  });
  return Promise.race([work, away]).finally(forget);
};

/**
 * True if a response is wrong because the database was unreachable. The CMS treats a caller as anonymous if it cannot look
 * up the session, so an error status is doubted, and so is a response that was read while a connection broke.
 */
const isOutage = async (given: {
  readonly availability: Availability;
  readonly answer: Response;
  readonly startedAt: number;
  readonly request: GatewayRequest['request'];
}): Promise<boolean> => {
  const { availability, answer, startedAt, request } = given;
  const isDoubtful = answer.status >= 400;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (availability.wasDisturbedSince(startedAt)) return isDoubtful || isRead;
  if (!isDoubtful) return false;
  const answers = answer.status >= 500 ? await availability.verify() : await availability.check(0);
  return !answers || availability.wasDisturbedSince(startedAt);
};

/** The gateway has set the request's id. A web response has no reason phrase of its own, which logs and browsers show. */
const forHttp = ({ body, status, headers }: Response, isHead: boolean): Response => {
  headers.delete('x-request-id');
  return new Response(isHead ? null : body, { status, statusText: STATUS_CODES[status] ?? '', headers });
};

const malformed = ({ requestId }: GatewayRequest) => ({
  status: 400,
  body: { error: 'bad_request', message: 'The request is malformed.', request_id: requestId },
});

const noted = new Set<string>();
const mostNoted = 100;

/**
 * Warns once for each origin that the CMS ignores a session because the browser uses another address than `SERVER_URL`.
 * The CMS itself says nothing. The portal's own API does, so its paths are left out.
 */
const noteRejectedOrigin = (
  { origin, cookie }: IncomingHttpHeaders,
  path: string,
  { csrf, cookiePrefix, serverURL }: SanitizedConfig,
): void => {
  if (isPortalApi(path)) return;
  if (origin === undefined || csrf.length === 0 || csrf.includes(origin)) return;
  if (!cookie?.includes(`${cookiePrefix}-token=`) || noted.has(origin) || noted.size >= mostNoted) return;
  noted.add(origin);
  const from = JSON.stringify(origin.slice(0, 200));
  console.warn(
    `A request with a session from the origin ${from} was refused: SERVER_URL is ${serverURL}. Set SERVER_URL to the address that browsers use.`,
  );
};
