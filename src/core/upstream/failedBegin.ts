import type { Pool, PoolClient } from 'pg';

/**
 * Upstream: drizzle loses a connection whose BEGIN fails (0.45), so each restart of PostgreSQL costs the pool a place for
 * good, and `pool.end()` waits forever. https://github.com/drizzle-team/drizzle-orm/issues/6023
 * Goes when: drizzle releases it.
 *
 * Releases the place of a connection that breaks while it is checked out.
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
