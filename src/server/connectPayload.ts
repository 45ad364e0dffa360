import { getPayload, type Payload } from 'payload';
import { ResilientPool } from './database/resilientPool.ts';
import { loadConfig } from './loadConfig.ts';

/**
 * Connects Payload without its `onInit`, which expects the tables that the migrations make first. The config is
 * imported this late because it reads the secret and the embedded database's address.
 */
export const connectPayload = async (): Promise<Payload> => {
  const payload = await getPayload({ config: await loadConfig(), disableOnInit: true });
  const { pool } = payload.db as unknown as { readonly pool: unknown };
  if (pool instanceof ResilientPool) pool.releaseHeld();
  return payload;
};
