import type { IncomingMessage } from 'node:http';
import { requestIdOf as idOfHeaders } from '../../api/requestId.ts';
import type { Client } from './client.ts';

/** Headers that clients may not set: the server sets them itself. */
const ofProxies = /^(?:x-forwarded-.*|x-real-ip|forwarded|x-request-id)$/;

/** Headers that concern only the connection. */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
  'expect',
]);

/** The headers as the portal's own endpoints see them. `X-Forwarded-Host` is there only if a trusted proxy set it. */
export const headersForPayload = (request: IncomingMessage, client: Client, requestId: string): Headers => {
  const headers = new Headers();
  const { rawHeaders } = request;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    if (ofConnection.has(name) || ofProxies.test(name) || name === 'host') continue;
    headers.append(name, rawHeaders[index + 1] ?? '');
  }
  headers.set('host', client.host);
  if (client.hostIsForwarded) headers.set('x-forwarded-host', client.host);
  headers.set('x-forwarded-for', client.address);
  headers.set('x-forwarded-proto', client.protocol);
  headers.set('x-request-id', requestId);
  return headers;
};

/**
 * Changes the headers in place for Next, which compares `Origin` with the forwarded host before it runs a server
 * action: one from the public address must pass, though a proxy may have put another host in its place.
 */
export const rewriteForNext = (
  request: IncomingMessage,
  client: Client,
  requestId: string,
  serverURL: string,
): void => {
  const { headers } = request;
  for (const name of Object.keys(headers)) {
    if (ofProxies.test(name)) delete headers[name];
  }
  headers['x-forwarded-host'] = headers.origin === serverURL ? new URL(serverURL).host : client.host;
  headers['x-forwarded-for'] = client.address;
  headers['x-forwarded-proto'] = client.protocol;
  headers['x-request-id'] = requestId;
};

/** The id of a request as the API makes it, for every door of the server. */
export const requestIdOf = ({ headers }: IncomingMessage): string => {
  const given = headers['x-request-id'];
  return idOfHeaders(new Headers(typeof given === 'string' ? { 'X-Request-Id': given } : {}));
};
