import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * A script with all that it imports, as text: a bundler of the app would find neither the file of a thread nor that of a page
 * without a framework.
 *
 * In the sources it is bundled when it is asked for. A build replaces this module by one that holds the scripts, see
 * `src/server/build/scripts.mjs`, which lists them.
 *
 * @param entry its module, from the root of the repository
 */
export const loadScript = async (entry: string): Promise<string> => {
  const root = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
  const bundler = pathToFileURL(join(root, 'src/server/build/scripts.mjs')).href;
  const { bundleScript } = await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ bundler);
  return bundleScript(root, entry);
};
