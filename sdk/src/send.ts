import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestBody } from './body.ts';
import type { CallOptions, ResolvedClientOptions } from './options.ts';
import { isLost, type Repeated, waitBeforeRetry } from './retry.ts';
import { errorOf, SupportPortalError } from './SupportPortalError.ts';

export interface ApiRequest extends CallOptions {
  readonly method: Repeated['method'];
  /** The path below the API's root, or the whole of a signed link, which needs no key. */
  readonly path: string | URL;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: RequestBody | undefined;
  /** True if the caller reads the response, in any time. */
  readonly isDownload?: boolean;
}

/** A success; `text` is empty for downloads. */
export interface ApiAnswer {
  readonly response: Response;
  readonly text: string;
}

/** @throws {SupportPortalError} if it did not succeed, and was not given up by the caller */
export type Send = (request: ApiRequest) => Promise<ApiAnswer>;

/** Sends requests, and sends them again if that is safe and of use. */
export const buildSend =
  (options: ResolvedClientOptions): Send =>
  async (request) => {
    const sent = { url: urlOf(options.root, request), headers: headersOf(options.apiKey, request) };
    let wasLost = false;
    for (let tries = 1; ; tries += 1) {
      const outcome = await attempt(options, request, sent);
      if (!(outcome instanceof SupportPortalError)) return outcome;
      // An earlier try of this call has deleted it, and its response was lost.
      if (wasLost && request.method === 'DELETE' && outcome.status === 404) return nothing();
      wasLost ||= isLost(outcome);
      const wait =
        tries > options.retries
          ? null
          : waitBeforeRetry({ request: repeated(request), error: outcome, tries, random: Math.random() });
      if (wait === null) throw outcome;
      await pause(wait, request.signal);
    }
  };

const nothing = (): ApiAnswer => ({ response: new Response(null, { status: 204 }), text: '' });

const repeated = ({ method, ifMatch, body }: ApiRequest): Repeated => ({
  method,
  ifMatch,
  isOnce: body?.isOnce ?? false,
});

const pause = (seconds: number, signal: AbortSignal | undefined): Promise<void> =>
  sleep(seconds * 1_000, undefined, { ...(signal && { signal }) }).catch(() => signal?.throwIfAborted());

const urlOf = (root: string, { path, query = {} }: ApiRequest): URL => {
  const url = path instanceof URL ? new URL(path) : new URL(`${root}${path}`);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
};

const headersOf = (
  apiKey: string,
  { method, path, body, idempotencyKey, ifMatch }: ApiRequest,
): Record<string, string> => ({
  ...(typeof path === 'string' && { Authorization: `Bearer ${apiKey}`, Accept: 'application/json' }),
  ...(method === 'POST' && { 'Idempotency-Key': idempotencyKey ?? randomUUID() }),
  ...(ifMatch && { 'If-Match': ifMatch }),
  ...(body && { 'Content-Type': body.contentType }),
});

/** @throws the reason of the caller's signal, and the error of a body that cannot be read */
const attempt = async (
  { fetch, timeoutMs }: ResolvedClientOptions,
  { method, body, signal, isDownload }: ApiRequest,
  { url, headers }: { url: URL; headers: Record<string, string> },
): Promise<ApiAnswer | SupportPortalError> => {
  signal?.throwIfAborted();
  const content = await body?.open();
  const timeout = new AbortController();
  const timer = body?.isUpload ? undefined : setTimeout(() => timeout.abort(), timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      headers,
      signal: AbortSignal.any([timeout.signal, ...(signal ? [signal] : [])]),
      ...(content !== undefined && { body: content, duplex: 'half' }),
    } as RequestInit);
    if (isDownload && response.ok) return { response, text: '' };
    const text = await response.text();
    return response.ok ? { response, text } : errorOf(response, text);
  } catch (error) {
    signal?.throwIfAborted();
    return timeout.signal.aborted ? timedOut(timeoutMs, error) : connectionFailed(error);
  } finally {
    clearTimeout(timer);
  }
};

const timedOut = (milliseconds: number, cause: unknown): SupportPortalError =>
  new SupportPortalError({ code: 'timed_out', message: `No response within ${milliseconds} ms.`, cause });

const connectionFailed = (cause: unknown): SupportPortalError =>
  new SupportPortalError({
    code: 'connection_failed',
    message: 'The connection to the portal failed.',
    cause,
  });
