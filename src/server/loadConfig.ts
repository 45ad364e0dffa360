import type { SanitizedConfig } from 'payload';

/**
 * Imports the portal's Payload config, and before it, alone, the editor that it uses.
 *
 * Each package of the editor waits for an import of its own at its top level, and Node 20 may wait for ever where
 * many of them are reached at once: one start in thirteen, before this.
 */
export const loadConfig = async (): Promise<SanitizedConfig> => {
  await import('lexical');
  const { default: config } = await import('../../payload.config.ts');
  return config;
};
