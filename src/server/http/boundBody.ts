import { IncomingMessage } from 'node:http';
import type { SanitizedConfig } from 'payload';
import type { GatewayRequest, OpenPortal } from './gateway.ts';
import { answerPlainly } from './plainAnswer.ts';
import { routeOf } from './routes.ts';

const mebibyte = 1024 * 1024;

/** The largest body that is not an upload, in bytes. Rich text of people at work is long. */
const largest = { stranger: mebibyte, session: 5 * mebibyte } as const;

/** The longest text of a query over GraphQL. Parsing one of a mebibyte takes a second; values may be longer as variables. */
const longestQuery = 32 * 1024;

/** 0 for a body that holds none. */
const queryLength = (body: Buffer): number => {
  try {
    const query: unknown = Reflect.get(Object(JSON.parse(body.toString('utf8'))), 'query');
    return typeof query === 'string' ? query.length : 0;
  } catch {
    return 0;
  }
};

/** Has limits of its own, a request at a time. */
const portalApi = /^\/api\/(?:portal\/)?v1(?:\/|$)/;

/**
 * Passes a request on only if its body is small enough, before anything parses it. A body without a `Content-Length` is read
 * here.
 *
 * @returns null once a larger one is refused with 413
 */
export const boundBody = async (
  exchange: GatewayRequest,
  { config, isSession }: Pick<OpenPortal, 'config' | 'isSession'>,
): Promise<GatewayRequest | null> => {
  const { request } = exchange;
  const told = request.headers['content-length'];
  const isChunked = request.headers['transfer-encoding'] !== undefined;
  const isQuery = exchange.target.path === `${config.routes.api}${config.routes.graphQL}`;
  const passes = isQuery ? longestQuery : largest.stranger;
  if ((!isChunked && Number(told ?? 0) <= passes) || hasOwnLimit(exchange, config)) return exchange;
  if (Number(told ?? 0) > largest.session) return answerTooLarge(exchange);
  const mayBeLong = () => isSession(webHeaders(request));
  if (!isChunked && !isQuery)
    return Number(told) <= largest.session && (await mayBeLong()) ? exchange : answerTooLarge(exchange);
  const body = await readWithin(request, mayBeLong);
  if (body && isQuery && queryLength(body) > longestQuery) return answerTooLarge(exchange);
  return body ? { ...exchange, request: withBody(request, body) } : answerTooLarge(exchange);
};

/** True for the portal's own API and pages, and for uploads, whose size is limited where they are stored. */
const hasOwnLimit = (
  { request, target }: GatewayRequest,
  { collections, routes }: SanitizedConfig,
): boolean => {
  // Resolves `..`, as the parts behind the gateway do.
  const url = `http://portal${target.path}`;
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  if (portalApi.test(path) || routeOf(path) === 'clients') return true;
  if (!/^multipart\/form-data(?:;|$)/i.test(request.headers['content-type'] ?? '')) return false;
  const slug = new RegExp(`^${routes.api}/([^/]+)(?:/[^/]*)?$`).exec(path)?.[1];
  return collections.some((collection) => collection.upload && collection.slug === slug);
};

/** The credentials alone, for a session is no other header's. */
const webHeaders = ({ headers }: IncomingMessage): Headers => {
  const { authorization, cookie, origin } = headers;
  const site = headers['sec-fetch-site'];
  const named = {
    authorization,
    cookie,
    origin,
    'sec-fetch-site': typeof site === 'string' ? site : undefined,
  };
  return new Headers(
    Object.entries(named).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
};

/** Null for a body that is too large. Only one that is too large for a stranger has its session looked up. */
const readWithin = async (
  request: IncomingMessage,
  mayBeLong: () => Promise<boolean>,
): Promise<Buffer | null> => {
  const chunks: Buffer[] = [];
  let size = 0;
  let most: number = largest.stranger;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > most && most === largest.stranger && (await mayBeLong())) most = largest.session;
    if (size > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** A request whose body was read, as one that comes anew and tells its length. */
const withBody = (request: IncomingMessage, body: Buffer): IncomingMessage => {
  const { 'transfer-encoding': _, ...headers } = request.headers;
  const { method, url, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  const rawHeaders = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((one) => [name, one]),
  );
  const fresh = Object.assign(new IncomingMessage(request.socket), {
    ...{ method, url, httpVersion, httpVersionMajor, httpVersionMinor, complete: true },
    headers: { ...headers, 'content-length': String(body.byteLength) },
    rawHeaders: [...rawHeaders, 'content-length', String(body.byteLength)],
  });
  fresh.push(body);
  fresh.push(null);
  return fresh;
};

const answerTooLarge = ({ request, response, requestId }: GatewayRequest): null => {
  const message =
    'The body is larger than 1 MiB, or than 5 MiB with a session, or its GraphQL query than 32 KiB.';
  answerPlainly(request, response, {
    status: 413,
    body: { error: 'payload_too_large', message, request_id: requestId },
  });
  return null;
};
