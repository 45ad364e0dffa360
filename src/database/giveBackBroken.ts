import type { Pool, PoolClient } from 'pg';

/**
 * Gives the place of a connection that breaks while it is taken back to the pool. Its user may never do so: drizzle
 * forgets a connection whose BEGIN fails (0.45), so each restart of PostgreSQL would cost the app a place for good,
 * and `pool.end()` would wait for ever.
 */
export const giveBackBroken = (pool: Pool): void => {
  const taken = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => taken.add(client));
  pool.on('release', (_error, client) => taken.delete(client));
  pool.on('connect', (client) =>
    client.once('end', () => {
      if (!taken.has(client)) return;
      client.release(true);
      // Its holder may give it back, too.
      client.release = () => {};
    }),
  );
};
