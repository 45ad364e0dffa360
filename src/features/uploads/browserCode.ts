import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * The code with which a page without a bundler sends large files: an ES module that exports `sendFile`.
 *
 * In the sources it is bundled when it is first asked for. A build replaces this module by one that holds the script, see
 * `src/server/build/scripts.mjs`.
 */
export const loadBrowserCode = async (): Promise<string> => {
  const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
  const bundler = pathToFileURL(join(root, 'src/server/build/scripts.mjs')).href;
  const { bundleUploads } = await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ bundler);
  return bundleUploads(root);
};
