import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * The code of the thread, as one script without imports, for a bundler of the app would not find the file of a thread.
 *
 * In the sources it is bundled when it is first asked for. A build replaces this module by one that holds the script, see
 * `src/server/build/scripts.mjs`.
 */
export const loadThreadCode = async (): Promise<string> => {
  const root = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
  const bundler = pathToFileURL(join(root, 'src/server/build/scripts.mjs')).href;
  const { bundleThread } = await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ bundler);
  return bundleThread(root);
};
