import { randomUUID } from 'node:crypto';
import { drizzle } from '@payloadcms/db-postgres/drizzle/node-postgres';
import type { Payload, PayloadRequest } from 'payload';
import type { Pool } from 'pg';
import type { PortalContext } from '../../../src/core/context.ts';
import { closePools } from '../../../src/core/database/pool.ts';
import { workOf } from '../../../src/core/jobs/work.ts';
import { ResilientPool, resilientPg } from '../../../src/server/database/resilientPool.ts';
import { contextOf } from '../../support/portal/context.ts';

/** What jobs and webhooks touch of a CMS, without the CMS, which takes seconds to load. Its ids are UUIDs. */
export const openBareApp = (databaseUrl: string): Payload => {
  const silent = () => {};
  const pool = new ResilientPool({ connectionString: databaseUrl, max: 2 });
  return {
    collections: {},
    config: { secret: 'a secret of at least thirty-two characters' },
    db: {
      name: 'postgres',
      pg: resilientPg,
      poolOptions: { connectionString: databaseUrl },
      pool,
      sessions: {},
      tableNameMap: new Map(),
      idType: 'uuid',
    },
    logger: { info: silent, warn: silent, error: silent },
  } as unknown as Payload;
};

export const closeBareApp = async (payload: Payload): Promise<void> => {
  await workOf(payload).stop();
  await closePools(payload);
  await poolOf(payload).end();
};

/** Runs `work` in a transaction of a request's. */
export const inBareTransaction = (
  payload: Payload,
  work: (req: PayloadRequest) => Promise<void>,
): Promise<void> =>
  drizzle(poolOf(payload)).transaction(async (db) => {
    const { sessions } = payload.db as unknown as { sessions: Record<string, unknown> };
    const transactionID = randomUUID();
    sessions[transactionID] = { db };
    await work({ payload, transactionID } as PayloadRequest).finally(() => delete sessions[transactionID]);
  });

export const barePortal = (): PortalContext => contextOf({ webhooks: { allowedNetworks: ['127.0.0.0/8'] } });

const poolOf = (payload: Payload): Pool => (payload.db as unknown as { pool: Pool }).pool;
