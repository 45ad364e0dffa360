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
 * Imports the portal's Payload config. Run Node with `--conditions=production`: without it each package of the editor awaits
 * an import at its top level, and Node leaves some of these pending forever (payloadcms/payload#17757).
 */
export const loadConfig = async (): Promise<SanitizedConfig> => {
  const { default: config } = await import('../../payload.config.ts');
  return config;
};
