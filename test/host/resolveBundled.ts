import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vitest/config';
import { appFolder } from './bundle.ts';
import { moduleOf } from './modules.ts';
import { readExportNames, shimOf } from './shims.ts';

const prefix = '\0bundled:';

/** Parts of the tests' support that this folder has in another way. */
const replaced = /\/(handler|graphql)\.ts$/;

/** Gives the tests the modules of the app's bundle in the place of the sources. */
export const resolveBundled = (): Plugin => ({
  name: 'resolve-bundled',
  enforce: 'pre',
  // Vitest's own process runs what surrounds the tests, and has no bundle.
  applyToEnvironment: ({ name }) => name !== '__vitest__',
  resolveId(specifier, importer) {
    if (importer === undefined || importer.startsWith('\0')) return null;
    const [file, name] = replaced.exec(specifier) ?? [];
    if (file && /\/test\/(support|api)\//.test(importer)) {
      return fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
    }
    const module = moduleOf(specifier, importer);
    return module && `${prefix}${module}`;
  },
  load: (id) =>
    id.startsWith(prefix) ? shimOf(id.slice(prefix.length), readExportNames(appFolder())) : null,
});
