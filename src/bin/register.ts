import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from 'payload';

/** Adds `payload portal:worker` to the commands of the app. */
export const registerBin = (config: Config): Config => ({
  ...config,
  bin: [...(config.bin ?? []), { key: 'portal:worker', scriptPath: scriptBeside(import.meta.url, 'worker') }],
});

/**
 * A script beside this file, with the same extension: TypeScript in the portal's own checkout, JavaScript in the package.
 */
const scriptBeside = (url: string, name: string): string => {
  const own = fileURLToPath(url);
  return join(dirname(own), `${name}${extname(own)}`);
};
