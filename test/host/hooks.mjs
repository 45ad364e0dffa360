import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shimOf } from './shim.mjs';

/**
 * What `fromBundle.ts` does for Vitest, for the processes that tests start: what a host app bundles comes from the
 * bundle. The hooks of Node's module loader run in a thread of their own, without a loader of TypeScript.
 */

const exported = JSON.parse(readFileSync(join(process.env.TEST_BUNDLE, 'exports.json'), 'utf8'));
const prefix = 'bundle:';

const nameOf = (specifier, parent) => {
  if (!specifier.startsWith('.')) return specifier;
  if (!parent?.startsWith('file:')) return null;
  const name = relative(process.cwd(), resolve(fileURLToPath(parent), '..', specifier));
  const fromTest = relative(process.cwd(), fileURLToPath(parent)).startsWith('test/');
  return name === 'src/index.ts' ? 'payload-support-portal' : fromTest ? name : null;
};

export const resolveFromBundle = (specifier, { parentURL }, next) => {
  const name = parentURL?.includes('/node_modules/') ? null : nameOf(specifier, parentURL);
  return name !== null && name in exported
    ? { url: prefix + name, format: 'module', shortCircuit: true }
    : next(specifier);
};

export { resolveFromBundle as resolve };

export const load = (url, context, next) => {
  if (!url.startsWith(prefix)) return next(url, context);
  const name = url.slice(prefix.length);
  return { format: 'module', source: shimOf(name, exported[name]), shortCircuit: true };
};`,
  );
  const from = `globalThis[Symbol.for('payload-support-portal.test.modules')]['${name}']`;
  return { format: 'module', source: [`const module = ${from};`, ...lines].join('\n'), shortCircuit: true };
};
