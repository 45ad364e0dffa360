import type { PostgresAdapter } from '@payloadcms/db-postgres';
import type { Payload } from 'payload';
import type { Pool } from 'pg';

/** Connections of the portal's own pool; the server takes them off those it gives the CMS. */
export const portalPoolSize = 2;

const key = Symbol.for('payload-support-portal.pool');

export const postgresOf = (payload: Payload): PostgresAdapter => {
  if (payload.db.name !== 'postgres') {
    throw new Error('payload-support-portal needs @payloadcms/db-postgres as the database adapter.');
  }
  return payload.db as unknown as PostgresAdapter;
};

/**
 * The small pool for what is written outside the caller's transaction. The CMS's own pool will not do: a hook
 * that waits for a second connection of it, while every caller holds one, waits for ever.
 */
export const portalPool = (payload: Payload): Pool => {
  const holder = payload as Payload & { [key]?: Pool };
  holder[key] ??= openPool(payload);
  return holder[key];
};

const openPool = (payload: Payload): Pool => {
  const { pg, poolOptions } = postgresOf(payload);
  const pool = new pg.Pool({
    ...poolOptions,
    max: portalPoolSize,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
  });
  pool.on('error', (error) => payload.logger.warn(`The portal's connection to PostgreSQL broke: ${error.message}`));
  return pool;
};
