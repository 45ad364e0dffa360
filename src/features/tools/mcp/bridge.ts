import type { Server } from '@modelcontextprotocol/server';
import type { PayloadRequest } from 'payload';
import type { OperationContext, ServedRequest } from '../../../core/http/operationContext.ts';
import type { ResolvedOptions } from '../../../core/options/resolve.ts';
import { forwardedHostOf, logForeign, publicOrigin } from '../../../core/request/publicOrigin.ts';
import { isLoopback, withoutBrackets } from '../../../core/shared/addresses/hosts.ts';
import { ApiError, isApiError } from '../../../core/shared/errors/errors.ts';
import type { Tool } from '../../../core/tools/tool.ts';
import { auditMalformedCall } from './call.ts';
import { loadSdk, type Sdk } from './sdk.ts';
import { buildServer } from './server.ts';

/**
 * Serves one request of MCP's Streamable HTTP, without a session: its present revision and the older ones.
 *
 * @throws {ApiError} for a request that is refused before a message is read, and `unavailable`
 */
export const serveMcp = async (
  tools: ReadonlyMap<string, Tool>,
  { portal, req }: OperationContext,
  request: ServedRequest,
): Promise<Response> => {
  assertOwnAddress(req, portal.options.cors);
  const sdk = await loadSdk();
  const received = await receiveMessages(sdk, request);
  if (received.kind === 'rejected') return asUsual(received.response);
  const { context } = received;
  // A batch is as many requests as it holds messages.
  for (const _ of received.messages.slice(1)) request.countAnother();
  for (const message of received.messages) auditMalformedCall(message, context);
  const body = withoutCancellations(sdk, received.body);
  if (Array.isArray(body) && body.length === 0) return asUsual(new Response(null, { status: 202 }));
  const failures: unknown[] = [];
  const { requestId, identifyIfSlow: present } = request;
  const failed = (error: unknown) => void failures.push(error);
  const { server, idle } = buildServer({ sdk, tools, context, requestId, present, failed });
  const response = await untilGone(req.signal, dispatch(sdk, server, webRequestOf(context), body));
  // Until then the body counts among those that wait, although its sender may have hung up.
  await idle();
  if (failures.length > 0) throw failures[0];
  const isBatchOfOne = Array.isArray(body) && body.filter(sdk.isJSONRPCRequest).length === 1;
  return asUsual(isBatchOfOne ? await asBatch(response) : response);
};

/**
 * Leaves out of a batch the notifications that cancel a request. Without a session they can only name one of the same batch, and for
 * that one the protocol's library would wait forever.
 */
const withoutCancellations = (sdk: Sdk, body: unknown): unknown => {
  const isCancellation = (message: unknown) =>
    sdk.isJSONRPCNotification(message) && message.method === 'notifications/cancelled';
  return Array.isArray(body) ? body.filter((message) => !isCancellation(message)) : body;
};

/** Wraps the response to a batch of one request: the protocol's library responds as if it were no batch. */
const asBatch = async (response: Response): Promise<Response> => {
  if (response.status !== 200) return response;
  const { headers } = response;
  headers.delete('Content-Length');
  return new Response(`[${await response.text()}]`, { headers });
};

/** The parts of a request that the protocol reads; it need not know the key. */
const webRequestOf = ({ req }: OperationContext): Request => {
  const headers = new Headers({
    'Content-Type': 'application/json',
    // The bridge responds only with JSON, which every client takes.
    Accept: 'application/json, text/event-stream',
  });
  for (const [name, value] of req.headers) if (name.startsWith('mcp-')) headers.set(name, value);
  return new Request('http://localhost/mcp', { method: 'POST', headers, signal: req.signal ?? null });
};

const dispatch = async (
  sdk: Sdk,
  server: Server,
  request: Request,
  parsedBody: unknown,
): Promise<Response> => {
  if (!(await sdk.isLegacyRequest(request, parsedBody)))
    return sdk.createMcpHandler(() => server, { legacy: 'reject' }).fetch(request, { parsedBody });
  const transport = new sdk.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
};

/** Ends the call of a client that hangs up: the protocol's library would wait forever. */
const untilGone = (signal: AbortSignal | undefined, work: Promise<Response>): Promise<Response> => {
  if (!signal) return work;
  const gone = new Promise<Response>((resolve) => {
    signal.addEventListener('abort', () => resolve(new Response(null, { status: 499 })), { once: true });
  });
  return Promise.race([work, gone]);
};

const asUsual = (response: Response): Response => {
  response.headers.set('Cache-Control', 'no-store');
  response.headers.set('X-Content-Type-Options', 'nosniff');
  return response;
};

/**
 * Keeps out pages of other origins, and those whose name was pointed at this machine (DNS rebinding): a browser says
 * both in headers that no page can change.
 *
 * @throws {ApiError} `forbidden`
 */
export const assertOwnAddress = (
  { headers, payload, url }: PayloadRequest,
  cors: ResolvedOptions['cors'],
): void => {
  const own = () => publicOrigin(payload);
  const origin = headers.get('Origin');
  if (!isOwnOrigin(origin, own, cors)) {
    logForeign(payload, ['Origin', origin], own());
    throw new ApiError('forbidden', 'This origin may not use the bridge: add it to the option cors.');
  }
  if (forwardedHostOf(payload, headers) !== null) return;
  const host = headers.get('Host') ?? hostOf(url);
  if (isOwnHost(host, own)) return;
  logForeign(payload, ['Host', host], own());
  throw new ApiError(
    'forbidden',
    'The bridge is not served under this host: set serverURL of the Payload config (SERVER_URL where the portal runs by itself) to its address.',
  );
};

/** The origin of the portal's own pages, asked for if nothing else decides; null if it is not known. */
type OwnOrigin = () => string | null;

const isOwnOrigin = (origin: string | null, own: OwnOrigin, cors: ResolvedOptions['cors']): boolean => {
  if (origin === null) return true;
  if (origin === 'null') return false;
  return cors === '*' || cors.includes(origin) || origin === own();
};

const isOwnHost = (host: string, own: OwnOrigin): boolean => {
  const name = nameIn(host);
  if (name === null || isLoopback(withoutBrackets(name))) return name !== null;
  const origin = own();
  return origin !== null && name === new URL(origin).hostname;
};

/** A name or an address, and perhaps a port: nothing else that an address may hold. */
const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

const nameIn = (host: string): string | null => {
  if (!hostPattern.test(host)) return null;
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return null;
  }
};

const hostOf = (url: string | undefined): string => {
  try {
    return new URL(url ?? '').host;
  } catch {
    return '';
  }
};

/** The content of a body, or the response if nothing in it can be answered. */
type ReceivedBody =
  | {
      readonly kind: 'messages';
      readonly body: unknown;
      readonly messages: readonly unknown[];
      /** The caller, as they are once the body is there. */
      readonly context: OperationContext;
    }
  | { readonly kind: 'rejected'; readonly response: Response };

const mostMessages = 100;

/** Reads the body of a request as a message of JSON-RPC, or as a batch of them, which older revisions know. */
const receiveMessages = async (sdk: Sdk, request: ServedRequest): Promise<ReceivedBody> => {
  const { InvalidParams, InvalidRequest, ParseError } = sdk.ProtocolErrorCode;
  const read = await jsonOf(request);
  if (read === 'malformed') return rejected(ParseError, 'Parse error: the body is not valid JSON.');
  if (read === 'tooLarge') return rejected(InvalidRequest, 'Invalid Request: it holds too many values.');
  const { value: body, context } = read;
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  if (messages.length === 0) return rejected(InvalidRequest, 'Invalid Request: the batch is empty.');
  if (messages.length > mostMessages)
    return rejected(InvalidRequest, `Invalid Request: a batch holds ${mostMessages} messages at most.`);
  const isMessage = (message: unknown) =>
    sdk.isJSONRPCRequest(message) || sdk.isJSONRPCNotification(message) || sdk.isJSONRPCResponse(message);
  // The sender of a request gets its answer by its id, whatever is wrong with the parameters.
  const asked = withoutParameters(body);
  if (!isMessage(body) && sdk.isJSONRPCRequest(asked))
    return rejected(InvalidParams, 'Invalid params: they have to be an object.', asked.id);
  if (!messages.every(isMessage))
    return rejected(InvalidRequest, 'Invalid Request: this is no JSON-RPC message.');
  const ids = messages.filter((message) => sdk.isJSONRPCRequest(message)).map(({ id }) => id);
  // Both would be carried out, and only one of them answered.
  if (new Set(ids).size < ids.length)
    return rejected(InvalidRequest, 'Invalid Request: two requests of the batch have the same id.');
  return { kind: 'messages', body, messages, context };
};

/** The parsed JSON, or the reason why there is none. */
const jsonOf = async ({
  read,
}: ServedRequest): Promise<Awaited<ReturnType<ServedRequest['read']>> | 'malformed' | 'tooLarge'> => {
  try {
    return await read();
  } catch (error) {
    if (isApiError(error) && error.code === 'bad_request') return 'malformed';
    if (isApiError(error) && error.code === 'validation_failed') return 'tooLarge';
    throw error;
  }
};

const withoutParameters = (body: unknown): unknown => {
  const { params: _, ...message } = Object(body) as Record<string, unknown>;
  return message;
};

const rejected = (code: number, message: string, id: string | number | null = null): ReceivedBody => ({
  kind: 'rejected',
  response: Response.json(
    { jsonrpc: '2.0', error: { code, message }, id },
    { status: id === null ? 400 : 200 },
  ),
});
