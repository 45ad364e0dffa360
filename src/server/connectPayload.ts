import { getPayload, type Payload, type SanitizedConfig } from 'payload';
import { ResilientPool } from './database/resilientPool.ts';

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

/**
 * Imports the portal's Payload config, and before it the editor that it uses.
 *
 * Each package of the editor waits for an import of its own at its top level, and Node 20 may wait forever if many of them
 * are reached at once: one start in thirteen, before this.
 */
export const loadConfig = async (): Promise<SanitizedConfig> => {
  await import('lexical');
  const { default: config } = await import('../../payload.config.ts');
  return config;
};
