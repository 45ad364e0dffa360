import type { Payload } from 'payload';
import pg from 'pg';
import { closePools } from '../../src/database/pool.ts';
import { jobsOf } from '../../src/queue/jobs.ts';

/** What the job engine touches of a CMS, without the CMS, which takes seconds to load. */
export const openBareApp = (databaseUrl: string): Payload => {
  const silent = () => {};
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  pool.on('error', silent);
  return {
    db: { name: 'postgres', pg, poolOptions: { connectionString: databaseUrl }, pool, sessions: {} },
    logger: { info: silent, warn: silent, error: silent },
  } as unknown as Payload;
};

export const closeBareApp = async (payload: Payload): Promise<void> => {
  await jobsOf(payload).stop();
  await closePools(payload);
  await (payload.db as unknown as { pool: pg.Pool }).pool.end();
};
