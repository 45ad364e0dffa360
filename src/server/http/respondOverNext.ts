import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { GatewayRequest, OpenPortal } from './exchange.ts';
import { credentialsOf, forwardHostToNext, shortenBrowserHeaders } from './headers.ts';
import { respondTooMany, respondUnavailable } from './plainResponse.ts';
import { malformedState, refuse } from './refusals.ts';

interface NextSide extends Pick<OpenPortal, 'next' | 'availability' | 'inTurn'> {
  readonly serverURL: string;
  readonly needsDatabase: boolean;
}

/** The database is asked before each page of the admin UI, so that an outage never shows as a logged-out user. */
const freshMs = 250;

/** Headers of pages: no page of another origin may frame the admin UI, and browsers must not guess a response's type. */
const pageHeaders = {
  'Content-Security-Policy': "frame-ancestors 'self'",
  'X-Content-Type-Options': 'nosniff',
} as const;

export const respondOverNext = async (exchange: GatewayRequest, side: NextSide): Promise<void> => {
  const { request, response, client } = exchange;
  const { availability, needsDatabase } = side;
  if (hasMalformedState(request.headers)) return void refuse(exchange, malformedState);
  if (needsDatabase && !(await availability.check(freshMs))) return respondUnavailable(request, response);
  forwardHostToNext(request, client, side.serverURL);
  shortenBrowserHeaders(request);
  for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
  if (!needsDatabase) return side.next(request, response);
  const forget = availability.onAway(() => cutOff(request, response));
  response.once('close', forget);
  const caller = { headers: credentialsOf(request), address: client.address };
  const wait = await side.inTurn(caller, async () => {
    // A client that has gone while others had their turn gets nothing.
    if (response.destroyed || response.writableEnded) return;
    await Promise.race([whenDone(response), side.next(request, response)]);
  });
  if (wait !== null) respondTooMany(request, response, wait);
};

/** Time for Next to stop the work for a client that has gone, in milliseconds. It may never say that it has. */
const stopMs = 5_000;

/**
 * The moment at which the work for a response is done, however slowly its client reads: Next itself waits until all is read.
 * The unread rest waits in memory, like the whole response that Next has made.
 */
const whenDone = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const write = response.write.bind(response) as (...args: unknown[]) => boolean;
    const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
    Object.assign(response, {
      write: (...args: unknown[]) => write(...args) || true,
      end: (...args: unknown[]) => {
        resolve();
        return end(...args);
      },
    });
    response.once('close', () => {
      if (!response.writableEnded) setTimeout(resolve, stopMs).unref();
    });
  });

/** Responds in the place of Next. Later output of Next is discarded. */
const cutOff = (request: IncomingMessage, response: ServerResponse): void => {
  if (response.headersSent) return;
  for (const name of response.getHeaderNames()) {
    if (name !== 'x-request-id') response.removeHeader(name);
  }
  respondUnavailable(request, response);
  Object.assign(response, {
    setHeader: () => response,
    appendHeader: () => response,
    removeHeader: () => {},
    writeHead: () => response,
    flushHeaders: () => {},
    write: () => true,
    end: () => response,
  });
};

const segment = z.union([
  z.string(),
  z.tuple([
    z.string(),
    z.string(),
    z.string().regex(/^(?:oc|[cd](?:i(?:\(\.\.\)\(\.\.\)|\(\.{1,3}\)))?)$/),
    z.array(z.string()).nullable(),
  ]),
]);

/** The pages that a browser shows, as Next 16 reads them (`next/dist/server/app-render/types.js`). */
const state: z.ZodType = z.lazy(() =>
  z.tuple([
    segment,
    z.record(z.string(), state),
    z.tuple([z.string(), z.string()]).nullish(),
    z.enum(['refetch', 'inside-shared-layout', 'metadata-only']).nullish(),
    z.number().nullish(),
    z.string().optional(),
  ]),
);

/** True for a `Next-Router-State-Tree` that Next cannot read. It answers such a request with 500. */
export const hasMalformedState = (headers: IncomingHttpHeaders): boolean => {
  const { 'next-router-state-tree': given } = headers;
  if (given === undefined) return false;
  try {
    return !state.safeParse(JSON.parse(decodeURIComponent(String(given)))).success;
  } catch {
    return true;
  }
};
