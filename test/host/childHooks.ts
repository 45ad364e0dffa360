import type { LoadHook, ResolveHook } from 'node:module';
import { fileURLToPath } from 'node:url';
import { appFolder } from './bundle.ts';
import { moduleOf } from './modules.ts';
import { readExportNames, shimOf } from './shims.ts';

/** Node's own way to do in a process what {@link resolveBundled} does in Vitest's. */

const prefix = 'bundled:';
const names = readExportNames(appFolder());

export const resolve: ResolveHook = (specifier, context, next) => {
  const { parentURL } = context;
  const module = parentURL?.startsWith('file:') ? moduleOf(specifier, fileURLToPath(parentURL)) : null;
  return module === null ? next(specifier, context) : { url: `${prefix}${module}`, shortCircuit: true };
};

export const load: LoadHook = (url, context, next) =>
  url.startsWith(prefix)
    ? { format: 'module', source: shimOf(url.slice(prefix.length), names), shortCircuit: true }
    : next(url, context);
