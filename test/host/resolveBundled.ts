import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vitest/config';
import { appFolder } from './bundle.ts';
import { moduleOf } from './modules.ts';
import { readExportNames, shimOf } from './shims.ts';

const prefix = '\0bundled:';

/** The part of the tests' support that this folder has in another way. */
const replaced = /\/handler\.ts$/;

/** Gives the tests the modules of the app's bundle in the place of the sources. */
export const resolveBundled = (): Plugin => ({
  name: 'resolve-bundled',
  enforce: 'pre',
  // Vitest's own process runs what surrounds the tests, and has no bundle.
  applyToEnvironment: ({ name }) => name !== '__vitest__',
  resolveId(specifier, importer) {
    if (importer === undefined || importer.startsWith('\0')) return null;
    if (replaced.test(specifier) && importer.includes('/test/support/')) {
      return fileURLToPath(new URL('./handler.ts', import.meta.url));
    }
    const module = moduleOf(specifier, importer);
    return module && `${prefix}${module}`;
  },
  load: (id) =>
    id.startsWith(prefix) ? shimOf(id.slice(prefix.length), readExportNames(appFolder())) : null,
});
