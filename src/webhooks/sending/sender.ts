import { type GuardOptions, judgeUrl } from '../guard/destination.ts';
import { judgeStatus, type TryOutcome } from '../outcome.ts';
import { parseRetryAfter } from '../retryAfter.ts';
import { readAnswer } from './answer.ts';
import { type Connection, drop } from './connection.ts';
import { buildConnections } from './connections.ts';
import { failed, isStale, judgeFailure } from './failure.ts';

interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SenderOptions extends GuardOptions {
  /** How long one try may take in all, in milliseconds. Default: 15 seconds */
  readonly longestTry?: number;
}

export interface Sender {
  /**
   * Tries once. Whatever the receiver or the network does is an outcome.
   *
   * @param signal gives the try up; then it rejects with the signal's reason
   */
  send(post: Post, signal?: AbortSignal): Promise<TryOutcome>;
  close(): void;
}

export const buildSender = ({ longestTry = 15_000, ...guard }: SenderOptions): Sender => {
  const connections = buildConnections(guard);

  const exchange = async (post: Post, connection: Connection): Promise<TryOutcome> => {
    const { origin, pathname, search } = new URL(post.url);
    connection.begin();
    const { body, ...head } = await connection.client.request({
      path: pathname + search,
      method: 'POST',
      headers: post.headers,
      body: post.body,
    });
    const { answer, isComplete } = await readAnswer({ ...head, body });
    if (isComplete) connections.keep(origin, connection);
    else drop(connection);
    return judgeStatus(head.statusCode, answer, parseRetryAfter(head.headers['retry-after'], new Date()));
  };

  const attempt = async (post: Post, abort: AbortSignal, isNew: boolean): Promise<TryOutcome> => {
    const { origin, protocol } = new URL(post.url);
    const connection = connections.take(origin, { isNew });
    // A request's own signal is not heard before there is a connection.
    const giveUp = () => drop(connection);
    abort.addEventListener('abort', giveUp);
    try {
      return await exchange(post, connection);
    } catch (error) {
      drop(connection);
      const status = connection.status();
      if (status !== null) return judgeStatus(status, null, null);
      if (abort.aborted) return failed('timeout', `No answer came within ${longestTry / 1_000} seconds.`);
      // The same try over a new connection: nobody counts the old one's end as a failure of the receiver.
      if (isStale(connection)) return attempt(post, abort, true);
      return judgeFailure(error, { connection, protocol });
    } finally {
      abort.removeEventListener('abort', giveUp);
    }
  };

  return {
    async send(post, signal) {
      const refusal = judgeUrl(post.url, guard);
      if (refusal) return failed(refusal.kind, refusal.message);
      const abort = new AbortController();
      const timer = setTimeout(() => abort.abort(), longestTry);
      const giveUp = () => abort.abort();
      signal?.addEventListener('abort', giveUp, { once: true });
      try {
        signal?.throwIfAborted();
        const outcome = await attempt(post, abort.signal, false);
        if (outcome.status === null) signal?.throwIfAborted();
        return outcome;
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
      }
    },
    close: connections.close,
  };
};
