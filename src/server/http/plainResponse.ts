import type { IncomingMessage, ServerResponse } from 'node:http';
import { retryAfter } from '../../core/shared/errors/errors.ts';
import { clientPath } from './routes.ts';

/** A small page without scripts, in the colours of the reader's browser. */
const page = (title: string, words: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${title}</title><style>body{font:1rem/1.5 system-ui,sans-serif;margin:15vh auto 0;padding:0 1rem;max-width:36rem}</style></head>
<body><main><h1>${title}</h1>${words}</main></body></html>
`;

interface ResponseParts {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Responds with a small JSON body. */
export const respondPlainly = (
  request: IncomingMessage,
  response: ServerResponse,
  parts: ResponseParts,
): void => {
  const content = JSON.stringify(parts.body);
  endUnreadBody(request, response);
  response.writeHead(parts.status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(content),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...parts.headers,
  });
  response.end(request.method === 'HEAD' ? undefined : content);
};

/** The response while the database is unreachable, or before the portal is ready. A browser gets a page that loads itself again. */
export const respondUnavailable = (request: IncomingMessage, response: ServerResponse): void => {
  if (isForPage(request)) respondWithWaitingPage(request, response);
  else respondPlainly(request, response, unavailable(response));
};

const unavailable = (response: ServerResponse): ResponseParts => ({
  status: 503,
  body: {
    error: 'unavailable',
    message: 'The portal cannot be reached at the moment. Try again shortly.',
    request_id: String(response.getHeader('X-Request-Id') ?? ''),
  },
  headers: { 'Retry-After': retryAfter },
});

const isForPage = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(headers.accept ?? '');

const waitingPage = page(
  'One moment',
  `<p>The portal cannot be reached at the moment. This page loads itself again.</p>
<p lang="de">Das Portal ist gerade nicht erreichbar. Diese Seite lädt sich selbst neu.</p>`,
);

const missingPage = page(
  'Nothing here',
  `<p>There is no page at this address. Your tickets are at <a href="${clientPath}">Support</a>; the team works in the <a href="/admin">admin</a>.</p>
<p lang="de">Unter dieser Adresse gibt es keine Seite. Ihre Tickets finden Sie unter <a href="${clientPath}">Support</a>; das Team arbeitet im <a href="/admin">Admin-Bereich</a>.</p>`,
);

const respondWithWaitingPage = (request: IncomingMessage, response: ServerResponse): void =>
  respondWithPage(request, response, {
    status: 503,
    content: waitingPage,
    headers: { 'Retry-After': retryAfter, Refresh: '5' },
  });

const busyPage = page(
  'One moment',
  `<p>Your network has asked for too many pages. This page loads itself again.</p>
<p lang="de">Aus Ihrem Netz kamen zu viele Anfragen. Diese Seite lädt sich selbst neu.</p>`,
);

/** The response to one page too many. A browser gets a page that loads itself again. */
export const respondTooMany = (request: IncomingMessage, response: ServerResponse, seconds: number): void => {
  const headers = { 'Retry-After': String(seconds) };
  if (isForPage(request)) {
    const browsers = { ...headers, Refresh: String(seconds) };
    return void respondWithPage(request, response, { status: 429, content: busyPage, headers: browsers });
  }
  const body = {
    error: 'rate_limited',
    message: `Too many requests. Try again in ${seconds} seconds.`,
    request_id: String(response.getHeader('X-Request-Id') ?? ''),
  };
  respondPlainly(request, response, { status: 429, body, headers });
};

/** The response for an address at which there is nothing. A browser gets a page that leads on. */
export const respondMissing = (request: IncomingMessage, response: ServerResponse): void => {
  if (isForPage(request)) respondWithPage(request, response, { status: 404, content: missingPage });
  else respondPlainly(request, response, missing(response));
};

const missing = (response: ServerResponse): ResponseParts => ({
  status: 404,
  body: {
    error: 'not_found',
    message: 'There is nothing at this address.',
    request_id: String(response.getHeader('X-Request-Id') ?? ''),
  },
});

interface ShownPage {
  readonly status: number;
  readonly content: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const respondWithPage = (request: IncomingMessage, response: ServerResponse, shown: ShownPage): void => {
  endUnreadBody(request, response);
  response.writeHead(shown.status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(shown.content),
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    ...shown.headers,
  });
  response.end(request.method === 'HEAD' ? undefined : shown.content);
};

const lingerMs = 5_000;

/**
 * Lets a client read a response that was sent before its body was read. Many clients send the whole body first, so the rest
 * is discarded for a while before the connection ends. `Connection: close` would end it at once.
 */
export const endUnreadBody = (request: IncomingMessage, response: ServerResponse): void => {
  if (request.complete || !hasBody(request)) return;
  response.once('finish', () => {
    // A reader that has stopped in the middle would keep the connection from its next request.
    request.removeAllListeners('data');
    request.resume();
    const impatience = setTimeout(() => request.socket.destroy(), lingerMs).unref();
    request.once('close', () => clearTimeout(impatience));
  });
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
