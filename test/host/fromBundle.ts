import { resolve } from 'node:path';
import type { Plugin } from 'vitest/config';
import { readExports } from './bundle.ts';
import { isBundledPackage, packedModule } from './modules.ts';
import { shimOf } from './shim.mjs';

const prefix = '\0bundle:';

/** Has tests and their support import from the bundle what a host app bundles; the rest is the checkout's. */
export const fromBundle = (): Plugin => {
  const exported = readExports();
  const testFolder = resolve('test');
  return {
    name: 'from-bundle',
    enforce: 'pre',
    resolveId(specifier, importer = '') {
      if (isBundledPackage(specifier)) return prefix + specifier;
      if (!specifier.startsWith('.') || !importer.startsWith(testFolder)) return null;
      const name = packedModule(resolve(importer, '..', specifier));
      return name !== null && name in exported ? prefix + name : null;
    },
    load(id) {
      if (!id.startsWith(prefix)) return null;
      const name = id.slice(prefix.length);
      return shimOf(name, exported[name] ?? []);
    },
  };
};
