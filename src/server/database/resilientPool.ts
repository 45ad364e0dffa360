import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type PoolClient, type PoolConfig } from 'pg';
import { keptOn } from '../../core/shared/concurrency/keptOn.ts';
import { giveBackBroken } from '../../core/upstream/failedBegin.ts';

const pools = keptOn(globalThis, 'pools', () => new Set<ResilientPool>());

const ignore = (): void => {};
const connectionTimeoutMillis = 5_000;

/**
 * A pool that outlives its database: a broken connection ends the queries on it and never the process, and all connections
 * can be dropped at once, because the pool would wait for one that hangs.
 */
export class ResilientPool extends pg.Pool {
  readonly #open = new Set<PoolClient>();
  readonly #taken = new Set<PoolClient>();

  constructor(config: PoolConfig = {}) {
    super({ connectionTimeoutMillis, keepAlive: true, ...config });
    this.on('error', ignore);
    this.on('connect', (client) => {
      client.on('error', ignore);
      this.#open.add(client);
    });
    this.on('acquire', (client) => this.#taken.add(client));
    this.on('release', (_error, client) => this.#taken.delete(client));
    this.on('remove', (client) => {
      this.#open.delete(client);
      this.#taken.delete(client);
    });
    giveBackBroken(this);
    pools.add(this);
  }

  /** Breaks every connection. Queries under way get an error; the next query connects again. */
  drop(): void {
    for (const client of this.#open) streamOf(client).destroy();
  }

  /**
   * Releases the clients that are checked out, at a moment when nothing can be using them. The CMS's adapter takes a
   * connection at its start and keeps it forever; when that breaks, its place in the pool is lost, or another is taken.
   */
  releaseHeld(): void {
    for (const client of [...this.#taken]) {
      client.removeAllListeners('error');
      client.on('error', ignore);
      client.release();
    }
  }
}

/** The driver with this pool in place of its own, as the CMS's adapter takes it. */
export const resilientPg = { ...pg, Pool: ResilientPool } as typeof pg;

export const dropAllConnections = (): void => {
  for (const pool of pools) pool.drop();
};

const endWithinMs = 1_000;

/** Ends every pool, including running queries. Does not wait for a connection that is never released. */
export const endAllPools = async (): Promise<void> => {
  const ended = [...pools].map((pool) => (pool.ending ? undefined : pool.end().catch(ignore)));
  dropAllConnections();
  await Promise.race([Promise.all(ended), sleep(endWithinMs)]);
};

/** The types leave the socket out. */
const streamOf = (client: PoolClient): Duplex =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream;
