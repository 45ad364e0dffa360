import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { EnvironmentError, type PortalEnvironment } from '../environment.ts';
import { requestIdOf } from './headers.ts';
import { respondPlainly } from './plainResponse.ts';

/**
 * Longer than proxies keep an idle connection. Otherwise a proxy may send a request over a connection that is being
 * closed.
 */
const keepAliveTimeout = 65_000;
/** A large upload over a slow line. */
const requestTimeout = 3_600_000;

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken by another program',
  EACCES: 'needs rights that this user does not have',
};

/**
 * @throws EnvironmentError if the port is taken or the host is not this machine's
 */
export const listen = async (
  { host, port }: Pick<PortalEnvironment, 'host' | 'port'>,
  listener: RequestListener,
): Promise<Server> => {
  const server = createServer({ keepAliveTimeout, requestTimeout }, oneByOne(listener));
  server.on('clientError', refuse);
  server.on('checkExpectation', oneByOne(refuseExpectation));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = reasons[error.code ?? ''];
      reject(
        reason
          ? new EnvironmentError('PORT', `${port} ${reason}`)
          : new EnvironmentError('HOST', `is "${host}", on which this machine cannot listen (${error.code})`),
      );
    });
    server.listen({ host, port }, resolve);
  });
  return server;
};

/** Responds to malformed or incomplete HTTP in the API's own form. Node's default response has no body. */
const refuse = ({ code }: NodeJS.ErrnoException, socket: Duplex): void => {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const requestId = randomUUID();
  const message = 'The request is malformed, or ended before its end.';
  const body = JSON.stringify({ error: 'bad_request', message, request_id: requestId });
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      '',
      body,
    ].join('\r\n'),
  );
};

/** Responds to an `Expect` other than `100-continue`. Node's own response has neither a body nor an id. */
const refuseExpectation: RequestListener = (request, response) => {
  const requestId = requestIdOf(request);
  response.setHeader('X-Request-Id', requestId);
  const message = 'This server knows no `Expect` but `100-continue`.';
  const body = { error: 'expectation_failed', message, request_id: requestId };
  respondPlainly(request, response, { status: 417, body });
};

const patienceMs = 5_500;
const pollMs = 50;

/** Takes no more connections, waits for the requests in flight as long as a stop allows, and ends the rest. */
export const drain = async (server: Server, inFlight: ReadonlySet<ServerResponse>): Promise<void> => {
  server.close();
  for (const response of inFlight) {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  }
  const deadline = Date.now() + patienceMs;
  while (inFlight.size > 0 && Date.now() < deadline) await sleep(pollMs);
  server.closeAllConnections();
};

/** Requests of one connection that may wait. Browsers, and proxies, send none before the last response is there. */
const mostWaiting = 100;

type Exchange = readonly [IncomingMessage, ServerResponse];

/**
 * Hands over the requests of a connection one after the other. Node hands over all that a client sends ahead at once, 1,400 in
 * 60 KB; and if the connection breaks off, it closes none of the responses that wait. Each begins in a task of its own, one of all
 * connections at a time, so that others have their turn in between even if no response waits for anything.
 */
export const oneByOne = (listener: RequestListener): RequestListener => {
  const waiting = new WeakMap<Socket, Exchange[]>();
  const ready: Socket[] = [];

  const handOver = ([request, response]: Exchange): void => {
    const { socket } = request;
    response.once('close', () => {
      if (socket.destroyed || !waiting.get(socket)?.length) waiting.delete(socket);
      else if (ready.push(socket) === 1) setImmediate(handOverNext);
    });
    listener(request, response);
  };

  const handOverNext = (): void => {
    const socket = ready.shift();
    if (ready.length > 0) setImmediate(handOverNext);
    if (socket === undefined) return;
    const next = waiting.get(socket)?.shift();
    if (next && !socket.destroyed) handOver(next);
    else waiting.delete(socket);
  };

  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const line = waiting.get(socket);
    if (line === undefined) {
      waiting.set(socket, []);
      handOver([request, response]);
    } else if (line.push([request, response]) > mostWaiting) socket.destroy();
  };
};
