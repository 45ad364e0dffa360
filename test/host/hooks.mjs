import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { shimOf } from './shim.mjs';

/**
 * What `fromBundle.ts` does for Vitest, for the processes that tests start: what a host app bundles comes from the
 * bundle. The hooks of Node's module loader run in a thread of their own, without a loader of TypeScript.
 */
const exported = JSON.parse(readFileSync(path.join(process.env.TEST_BUNDLE, 'exports.json'), 'utf8'));
const prefix = 'bundle:';

const nameOf = (specifier, parent) => {
  if (!specifier.startsWith('.')) return specifier;
  const importer = fileURLToPath(parent);
  const name = path.relative(process.cwd(), path.resolve(importer, '..', specifier));
  if (name === 'src/index.ts') return 'payload-support-portal';
  return path.relative(process.cwd(), importer).startsWith('test/') ? name : null;
};

export const resolve = (specifier, context, next) => {
  const { parentURL = '' } = context;
  const isOwn = parentURL.startsWith('file:') && !parentURL.includes('/node_modules/');
  const name = isOwn ? nameOf(specifier, parentURL) : null;
  if (name === null || !(name in exported)) return next(specifier, context);
  return { url: prefix + name, format: 'module', shortCircuit: true };
};

export const load = (url, context, next) => {
  if (!url.startsWith(prefix)) return next(url, context);
  const name = url.slice(prefix.length);
  return { format: 'module', source: shimOf(name, exported[name]), shortCircuit: true };
};
