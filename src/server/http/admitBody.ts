import { IncomingMessage } from 'node:http';
import type { SanitizedConfig } from 'payload';
import { isFormType, largestBody, largestForm } from '../../core/http/cms/boundBody.ts';
import { readTogether } from '../../core/request/readBytes.ts';
import { isApiError } from '../../core/shared/errors/errors.ts';
import { holdsMoreValues, mostValues } from '../../core/shared/values/tooMany.ts';
import type { GatewayRequest, OpenPortal } from './exchange.ts';
import { credentialsOf } from './headers.ts';
import { isHeavyQuery } from './heavyQuery.ts';
import {
  heavyQuery,
  malformedForm,
  noForm,
  notJson,
  notPlain,
  type Refusal,
  refuse,
  tooLarge,
  tooManyValues,
  tooSlow,
} from './refusals.ts';
import { isPortalApi, routeOf } from './routes.ts';

/** The longest text of a query over GraphQL. Parsing one of a mebibyte takes a second; values may be longer as variables. */
const longestQuery = 32 * 1024;

/**
 * Passes a request on only if its body is small enough, before anything parses it. A body without a `Content-Length`, and
 * one that the CMS parses before it asks an endpoint, is read here.
 *
 * @returns null once the request is refused with 413 or 400
 */
export const admitBody = async (
  exchange: GatewayRequest,
  { config, isSession }: Pick<OpenPortal, 'config' | 'isSession'>,
): Promise<GatewayRequest | null> => {
  const { request } = exchange;
  const mayBeLong = () => isSession(credentialsOf(request));
  if (exchange.target.path === `${config.routes.api}${config.routes.graphQL}`)
    return bringsForm(request) ? refuse(exchange, noForm) : readFirst(exchange, mayBeLong, judgeGraphql);
  if (isOverride(request)) return readFirst(exchange, mayBeLong, judgeOverride);
  if (routeOf(exchange.target.path) === 'next') return boundForNext(exchange, mayBeLong);
  const told = Number(request.headers['content-length'] ?? 0);
  const isChunked = request.headers['transfer-encoding'] !== undefined;
  if ((!isChunked && told <= largestBody.stranger) || hasOwnLimit(exchange, config)) return exchange;
  if (isChunked) return readFirst(exchange, mayBeLong, () => null);
  return told <= largestBody.session && (await mayBeLong()) ? exchange : refuse(exchange, tooLarge);
};

const boundForNext = (
  exchange: GatewayRequest,
  mayBeLong: Read['mayBeLong'],
): GatewayRequest | null | Promise<GatewayRequest | null> => {
  const { headers } = exchange.request;
  if (headers['next-action'] !== undefined) return readFirst(exchange, mayBeLong, judgeAction);
  if (bringsForm(exchange.request)) return refuse(exchange, noForm);
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  // Next reads a body in its caller's turn, which one that comes slowly would keep from others.
  return hasBody ? readFirst(exchange, mayBeLong, () => null) : exchange;
};

const bringsForm = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  isFormType(headers['content-type']);

/** The body of a request that {@link readFirst} has read, with the data that its judge needs. */
interface Read {
  readonly body: Buffer;
  readonly headers: IncomingMessage['headers'];
  readonly mayBeLong: () => Promise<boolean>;
}

/** Passes a request on with its body, if that is small enough and not refused. */
const readFirst = async (
  exchange: GatewayRequest,
  mayBeLong: Read['mayBeLong'],
  judge: (read: Read) => Refusal | null | Promise<Refusal | null>,
): Promise<GatewayRequest | null> => {
  const { request } = exchange;
  const { headers } = request;
  if (Number(headers['content-length'] ?? 0) > largestBody.session) return refuse(exchange, tooLarge);
  const body = await readWithin(request, mayBeLong).catch((error: unknown) => {
    if (isApiError(error)) return tooSlow;
    throw error;
  });
  if (!Buffer.isBuffer(body)) return refuse(exchange, body);
  const refusal = await judge({ body, headers, mayBeLong });
  return refusal ? refuse(exchange, refusal) : { ...exchange, request: withBody(request, body) };
};

/** True for a request whose body the CMS reads as the parameters of a GET. */
const isOverride = ({ method, headers }: IncomingMessage): boolean =>
  method === 'POST' && overriding.some((name) => headers[name] === 'GET');

const overriding = ['x-http-method-override', 'x-payload-http-method-override'];

/** The longest parameters that come as a body: a thousand of those that the admin UI sends take less, and more take long to parse. */
const longestParameters = 128 * 1024;

const judgeOverride = ({ body, headers }: Read): Refusal | null => {
  if (body.byteLength > longestParameters) return tooLarge;
  if (holdsMoreValues(body, mostValues.usual)) return tooManyValues;
  const type = headers['content-type'];
  if (type === 'application/json') return judgePasted(parseJson(body));
  const isForm = type === 'application/x-www-form-urlencoded';
  return isForm && isHeavyQuery(body.toString('latin1'), { isPage: false }) ? heavyQuery : null;
};

/** The CMS pastes these two into the address as they are, and with them any parameters. */
const judgePasted = (read: { readonly value: unknown } | null): Refusal | null => {
  if (read === null) return notJson;
  const { locale, depth } = Object(read.value) as Record<string, unknown>;
  return [locale, depth].every(isPlain) ? null : notPlain;
};

const isPlain = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value !== 'object' && /^[\w.-]{0,64}$/.test(String(value)));

const judgeValues = async ({ body, mayBeLong }: Read): Promise<Refusal | null> => {
  if (holdsMoreValues(body, mostValues.usual) && !(await mayBeLong())) return tooManyValues;
  return holdsMoreValues(body, mostValues.team) ? tooManyValues : null;
};

const judgeGraphql = async (given: Read): Promise<Refusal | null> => {
  const refusal = await judgeValues(given);
  if (refusal) return refusal;
  const { body, headers } = given;
  const read = parseJson(body);
  const isJson = /^application\/json\b/i.test(headers['content-type'] ?? '');
  if (read === null) return isJson && body.byteLength > 0 ? notJson : null;
  const query: unknown = Reflect.get(Object(read.value), 'query');
  return typeof query === 'string' && query.length > longestQuery ? tooLarge : null;
};

/**
 * The arguments of a server function of the admin UI, which are JSON, alone or in a form. Next makes them before it looks who
 * calls, and answers others with 500.
 */
const judgeAction = async (given: Read): Promise<Refusal | null> => {
  const refusal = await judgeValues(given);
  if (refusal) return refusal;
  const { body, headers, mayBeLong } = given;
  if (!bringsForm({ headers })) return parseJson(body) === null ? notJson : null;
  if (body.byteLength > largestForm && !(await mayBeLong())) return tooLarge;
  const type = { 'Content-Type': headers['content-type'] ?? '' };
  const form = await new Response(new Uint8Array(body), { headers: type }).formData().catch(() => null);
  const written = form?.get('0');
  return typeof written === 'string' && parseJson(Buffer.from(written)) ? null : malformedForm;
};

/** Returns null for a body that is no JSON. */
const parseJson = (body: Buffer): { readonly value: unknown } | null => {
  try {
    return { value: JSON.parse(body.toString('utf8')) };
  } catch {
    return null;
  }
};

/** True for the portal's own API and pages, and for uploads, whose size is limited where they are stored. */
const hasOwnLimit = (
  { request, target }: GatewayRequest,
  { collections, routes }: SanitizedConfig,
): boolean => {
  const { path } = target;
  if (isPortalApi(path) || routeOf(path) === 'clients') return true;
  if (!/^multipart\/form-data(?:;|$)/i.test(request.headers['content-type'] ?? '')) return false;
  const slug = new RegExp(`^${routes.api}/([^/]+)(?:/[^/]*)?$`).exec(path)?.[1];
  return collections.some((collection) => collection.upload && collection.slug === slug);
};

/** The body, or the refusal of one that is too large. Only one that is too large for a stranger has its session looked up. */
const readWithin = async (
  request: IncomingMessage,
  mayBeLong: () => Promise<boolean>,
): Promise<Buffer | Refusal> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let most: number = largestBody.stranger;
  for await (const chunk of readTogether(request.iterator({ destroyOnReturn: false }))) {
    size += chunk.byteLength;
    if (size > most && most === largestBody.stranger && (await mayBeLong())) most = largestBody.session;
    if (size > most) return tooLarge;
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
