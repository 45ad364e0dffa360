import type { Server } from '@modelcontextprotocol/server';
import type { OperationContext, ServedRequest } from '../../../core/http/operationContext.ts';
import type { Tool } from '../../../core/tools/tool.ts';
import { assertOwnAddress } from './address.ts';
import { auditMalformedCall } from './call.ts';
import { receiveMessages } from './message.ts';
import { loadSdk, type Sdk } from './sdk.ts';
import { buildServer } from './server.ts';

/**
 * Serves one request of MCP's Streamable HTTP, without a session: its present revision and the older ones.
 *
 * @throws {ApiError} for a request that is refused before a message is read, and `unavailable`
 */
export const serveMcp = async (
  tools: ReadonlyMap<string, Tool>,
  context: OperationContext,
  request: ServedRequest,
): Promise<Response> => {
  const { portal, req } = context;
  assertOwnAddress(req, portal.options.cors);
  const sdk = await loadSdk();
  const received = await receiveMessages(sdk, request);
  if (received.kind === 'rejected') return asUsual(received.response);
  // A batch is as many requests as it holds messages.
  for (const _ of received.messages.slice(1)) request.countAnother();
  for (const message of received.messages) auditMalformedCall(message, context);
  const failures: unknown[] = [];
  const { requestId } = request;
  const failed = (error: unknown) => void failures.push(error);
  const server = buildServer({ sdk, tools, context, requestId, failed });
  const response = await untilGone(req.signal, dispatch(sdk, server, webRequestOf(context), received.body));
  if (failures.length > 0) throw failures[0];
  return asUsual(Array.isArray(received.body) ? await asBatch(response) : response);
};

/** Wraps the response to a batch of one request: the protocol's library responds as if it were no batch. */
const asBatch = async (response: Response): Promise<Response> => {
  if (response.status !== 200) return response;
  const answers: unknown = await response.json();
  return Response.json(Array.isArray(answers) ? answers : [answers]);
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
