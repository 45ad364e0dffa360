import { Pool } from 'undici';
import type { Scope } from './scope.ts';

/** A request that is made again and again. */
export interface Load {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** Made anew for each request. */
  body?(): string;
  /** The expected status of the response. */
  readonly status: number;
  /** Connections, each with one request at a time. */
  readonly atOnce: number;
}

/** The measured time of a round in milliseconds, after a beginning that is not measured. */
const measuredMs = 2_000;
const warmUpMs = 300;

/**
 * Requests per second that a server completes over kept connections.
 *
 * @throws for a response with another status
 */
export const requestsPerSecond = async (load: Load, { signal }: Pick<Scope, 'signal'>): Promise<number> => {
  const { origin } = new URL(load.url);
  const pool = new Pool(origin, { connections: load.atOnce, pipelining: 1 });
  const startsAt = performance.now() + warmUpMs;
  const endsAt = startsAt + measuredMs;
  let answered = 0;
  const keepAsking = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      await ask(pool, load);
      signal.throwIfAborted();
      const now = performance.now();
      if (now >= startsAt && now < endsAt) answered += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: load.atOnce }, keepAsking));
  } finally {
    await pool.destroy();
  }
  return answered / (measuredMs / 1_000);
};

const ask = async (pool: Pool, { url, method = 'GET', headers = {}, body, status }: Load): Promise<void> => {
  const { origin } = new URL(url);
  const answer = await pool.request({
    path: url.slice(origin.length),
    method,
    headers,
    ...(body && { body: body() }),
  });
  if (answer.statusCode !== status) {
    throw new Error(`${method} ${url} answered ${answer.statusCode}: ${await answer.body.text()}`);
  }
  await answer.body.dump();
};
