import { randomUUID } from 'node:crypto';
import type { PayloadRequest } from 'payload';
import type { ResolvedOptions } from '../options/resolve.ts';

const acceptable = /^[\w.-]{1,128}$/;

/** The id a client or a proxy gave the request, if it is fit for a log line, else a new one. */
export const requestIdOf = (headers: Headers): string => {
  const given = headers.get('X-Request-Id');
  return given && acceptable.test(given) ? given : randomUUID();
};

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const requestHeaders =
  'Authorization, Content-Type, Idempotency-Key, If-Match, Accept, X-Request-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Tus-Resumable, Upload-Length, Upload-Metadata, Upload-Offset';
const exposedHeaders =
  'ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed, X-Request-Id, Tus-Resumable, Tus-Version, Tus-Extension, Tus-Max-Size, Upload-Expires, Upload-Length, Upload-Offset';

/** The headers that let a page of another origin use the API. None, unless the option `cors` names the origin. */
export const corsHeaders = (headers: Headers, cors: ResolvedOptions['cors']): Record<string, string> => {
  const origin = headers.get('Origin');
  if (origin === null || (cors !== '*' && !cors.includes(origin))) return {};
  return {
    'Access-Control-Allow-Origin': cors === '*' ? '*' : origin,
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': requestHeaders,
    'Access-Control-Expose-Headers': exposedHeaders,
    'Access-Control-Max-Age': '600',
    Vary: 'Origin',
  };
};

/** The path of a record that a POST to its list has created, below the path of the request. */
export const locationOf = (req: PayloadRequest, id: string): string =>
  `${new URL(req.url ?? '/', 'http://localhost').pathname}/${id}`;
