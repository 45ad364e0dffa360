import type { Readable } from 'node:stream';
import { Client } from 'undici';
import { createWatchdog, type HandoverProgress, handOver, noAnswer } from '../../handover.ts';
import type { TransportLimits } from '../../transport.ts';

/** The response to a request, and whether the request can have arrived whole. */
export interface ProxyResponse {
  /** It is null if the headers of a response did not arrive. */
  readonly status: number | null;
  /** The response's body, at most 256 KiB of it. It is null if the response is not complete. */
  readonly text: string | null;
  /** The reason why the response is not complete. */
  readonly error: Error | null;
  readonly progress: HandoverProgress;
}

interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly limits: Required<TransportLimits>;
}

/** Enough for the longest error that is kept, written as JSON. */
const responseLimit = 262_144;

/** Longest time for reading the body of an acceptance, in milliseconds: its headers have already decided the outcome. */
const responseTime = 5_000;

/** Longest time for reading a response. A refusal counts only as a whole response, so it may take as long as any. */
const readingTime = (status: number, longest: number): number =>
  status >= 200 && status < 300 ? Math.min(responseTime, longest) : longest;

/**
 * Posts once, over a connection of its own: a kept one may turn out to be dead only after the body, and leave the outcome
 * open. Follows no redirects. Never throws for errors of the network or the server.
 */
export const post = async ({ url, headers, body, limits }: Post): Promise<ProxyResponse> => {
  const { origin, pathname, search } = new URL(url);
  const abort = new AbortController();
  const giveUp = (reason: string) => abort.abort(new Error(reason));
  const watchdog = createWatchdog(giveUp);
  const handover = handOver({ body, limits, watchdog, giveUp });
  const client = new Client(origin, {
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: limits.connect },
  });
  try {
    const answer = await client.request({
      path: pathname + search,
      method: 'POST',
      headers: { ...headers, 'content-length': String(body.length) },
      body: handover.stream,
      signal: abort.signal,
    });
    watchdog.rest();
    return {
      status: answer.statusCode,
      ...(await readProxyResponse(answer.body, readingTime(answer.statusCode, limits.outcome))),
      progress: handover.progress(),
    };
  } catch (error) {
    return {
      status: null,
      text: null,
      error: asError(error),
      progress: handover.progress(),
    };
  } finally {
    handover.stop();
    client.destroy().catch(() => {});
  }
};

const readProxyResponse = async (
  body: Readable,
  time: number,
): Promise<Pick<ProxyResponse, 'text' | 'error'>> => {
  const timer = setTimeout(() => body.destroy(new Error(noAnswer(time))), time);
  let text = Buffer.alloc(0);
  try {
    for await (const chunk of body) {
      text = Buffer.concat([text, chunk]);
      if (text.length >= responseLimit) break;
    }
    return { text: text.toString('utf8', 0, responseLimit), error: null };
  } catch (error) {
    return { text: null, error: asError(error) };
  } finally {
    clearTimeout(timer);
  }
};

/** The relevant error. If a name has several addresses, it is inside one without a message. */
const asError = (thrown: unknown): Error => {
  if (thrown instanceof AggregateError && thrown.message === '') return asError(thrown.errors[0]);
  return thrown instanceof Error ? thrown : new Error(String(thrown));
};
