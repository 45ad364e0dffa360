import { type GuardOptions, judgeUrl } from '../guard/destination.ts';
import {
  judgeResponse,
  parseRetryAfter,
  type TryOutcome,
  longestTry as usualLongestTry,
} from '../outcome.ts';
import { buildConnections, type Connection, drop } from './connections.ts';
import { exchange, failed, judgeFailure, storableResponse } from './exchange.ts';

interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SenderOptions extends GuardOptions {
  /** Longest duration of one attempt, in milliseconds. Default: 15 seconds */
  readonly longestTry?: number;
}

export interface Sender {
  /**
   * Tries once. Every failure of the receiver or the network is an outcome.
   *
   * @param signal aborts the attempt; then it rejects with the signal's reason
   */
  send(post: Post, signal?: AbortSignal): Promise<TryOutcome>;
  close(): void;
}

export const buildSender = ({ longestTry = usualLongestTry, ...guard }: SenderOptions): Sender => {
  const connections = buildConnections(guard);

  const post = async (
    { url: { origin, pathname, search }, headers, body }: Try,
    connection: Connection,
  ): Promise<TryOutcome> => {
    connection.begin();
    const { isComplete, ...answer } = await exchange(connection, {
      path: pathname + search,
      headers,
      body,
    });
    if (isComplete) connections.keep(origin, connection);
    else drop(connection);
    const retryAfter = parseRetryAfter(answer.headers['retry-after'], new Date());
    return judgeResponse(storableResponse(answer), retryAfter);
  };

  const attempt = async (present: Try, isNew: boolean): Promise<TryOutcome> => {
    const { origin, protocol } = present.url;
    const connection = connections.take(origin, { isNew });
    present.connection = connection;
    try {
      return await post(present, connection);
    } catch (error) {
      drop(connection);
      if (present.isGivenUp) return failed('timeout', `No answer came within ${longestTry / 1_000} seconds.`);
      // The receiver may have closed a kept connection at the moment of its use, which is no failure of the receiver.
      if (connection.isKept()) return attempt(present, true);
      return judgeFailure(error, { connection, protocol });
    }
  };

  return {
    async send({ url, headers, body }, signal) {
      const rejection = judgeUrl(url, guard);
      if (rejection) return failed(rejection.kind, String(rejection.message));
      signal?.throwIfAborted();
      const present: Try = { url: new URL(url), headers, body, connection: null, isGivenUp: false };
      const giveUp = (): void => {
        present.isGivenUp = true;
        // A request's own signal is not heard before there is a connection.
        if (present.connection) drop(present.connection);
      };
      const timer = setTimeout(giveUp, longestTry);
      signal?.addEventListener('abort', giveUp);
      try {
        const outcome = await attempt(present, false);
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

interface Try {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The connection in use. */
  connection: Connection | null;
  isGivenUp: boolean;
}
