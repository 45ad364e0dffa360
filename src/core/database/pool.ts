import type { PostgresAdapter } from '@payloadcms/db-postgres';
import type { Payload } from 'payload';
import type { Pool } from 'pg';
import { keptOn } from '../shared/concurrency/keptOn.ts';

/** The plugin takes no other adapter. */
export const postgresOf = (payload: Payload): PostgresAdapter => payload.db as unknown as PostgresAdapter;

/**
 * The portal's own pools and their sizes. The server subtracts these connections from the CMS's. There are two for locks, because
 * one is held for long while an index is made.
 */
const sizes = { portal: 2, lock: 2, jobs: 1 } as const;

/** Limit of the CMS's own pool. */
export const connectionsOf = (payload: Payload): number => postgresOf(payload).pool.options.max;

export const portalConnections = sizes.portal + sizes.lock;

export const jobConnections = sizes.jobs;

/** Timeouts in milliseconds. Only a query for a lock may wait for long, in whatever state the database is. */
const limits = {
  portal: { connectionTimeoutMillis: 2_000, query_timeout: 5_000 },
  lock: {},
  jobs: { connectionTimeoutMillis: 5_000, query_timeout: 10_000 },
} as const;

/**
 * The small pool for writes outside the caller's transaction. They cannot use the CMS's own pool: a hook that waits for a
 * second connection while every caller holds one waits forever.
 */
export const portalPool = (payload: Payload): Pool => poolOf(payload, 'portal');

/** Separate, so that a query that waits for a lock keeps no mail from being recorded. */
export const lockPool = (payload: Payload): Pool => poolOf(payload, 'lock');

/** The pool of the queues. Claims and records of outcomes must wait neither for a request nor for a mail. */
export const jobPool = (payload: Payload): Pool => poolOf(payload, 'jobs');

const openPools = (payload: Payload): Map<keyof typeof sizes, Pool> =>
  keptOn(payload, 'openPools', () => new Map());

const poolOf = (payload: Payload, name: keyof typeof sizes): Pool => {
  const pools = openPools(payload);
  const pool = pools.get(name) ?? openPool(payload, name);
  pools.set(name, pool);
  return pool;
};

const preparationOf = (payload: Payload): { prepare: (pool: Pool) => void } =>
  keptOn(payload, 'poolPreparation', () => ({ prepare: () => {} }));

/** Prepares the CMS's pool, and each of the portal's own. */
export const prepareEachPool = (payload: Payload, prepare: (pool: Pool) => void): void => {
  preparationOf(payload).prepare = prepare;
  for (const pool of [postgresOf(payload).pool, ...openPools(payload).values()]) prepare(pool);
};

const openPool = (payload: Payload, name: keyof typeof sizes): Pool => {
  const { pg, poolOptions } = postgresOf(payload);
  const pool = new pg.Pool({
    ...poolOptions,
    max: sizes[name],
    ...limits[name],
    idleTimeoutMillis: 10_000,
    allowExitOnIdle: true,
  });
  preparationOf(payload).prepare(pool);
  tellBroken(payload, pool);
  return pool;
};

/** The app's own pool has no listeners. */
export const surviveRestarts = (payload: Payload): void => {
  const { pool } = postgresOf(payload);
  if (pool.listenerCount('error') === 0) tellBroken(payload, pool);
};

/**
 * Without a listener a restart of PostgreSQL ends the process. A broken idle connection is an error of the pool. A
 * connection that is checked out, such as one of a transaction between two statements, reports its own error.
 */
const tellBroken = (payload: Payload, pool: Pool): void => {
  const tell = ({ message }: Error): void =>
    payload.logger.warn(`A connection to PostgreSQL broke: ${message}`);
  pool.on('error', tell);
  pool.on('acquire', (client) => void client.on('error', tell));
  pool.on('release', (_error, client) => void client.off('error', tell));
};

/** Ends the portal's pools together with the CMS's. The next query opens a new one. */
export const closePools = async (payload: Payload): Promise<void> => {
  const pools = openPools(payload);
  const ended = [...pools.values()];
  pools.clear();
  await Promise.all(ended.map((pool) => pool.end()));
};
