import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pushingAdapter } from './pushingAdapter.ts';

type Modules = Record<string, object>;

/** The names that each module of the bundle exports. */
type Exports = Readonly<Record<string, readonly string[]>>;

const key = Symbol.for('payload-support-portal.test.modules');

/** The folder of the built app, which `run.ts` tells every process of a run. */
const appFolder = (): string => process.env.TEST_BUNDLE ?? '';

const exportsFile = (): string => join(appFolder(), 'exports.json');

/** Loads the server bundle of the built app into this process, as `next start` does. */
export const loadBundle = async (): Promise<Modules> => {
  const holder = globalThis as { [key]?: Modules };
  if (holder[key]) return holder[key];
  const requireOfApp = createRequire(join(appFolder(), 'package.json'));
  requireOfApp('next/dist/server/node-environment');
  const { routeModule } = requireOfApp('./.next/server/app/modules/route.js');
  await routeModule.ensureUserland();
  const { [key]: modules } = holder;
  const adapter = modules?.['@payloadcms/db-postgres'];
  if (!modules || !adapter) throw new Error('The built app has no modules for the tests.');
  const { postgresAdapter } = adapter as typeof import('@payloadcms/db-postgres');
  modules['@payloadcms/db-postgres'] = { ...adapter, postgresAdapter: pushingAdapter(postgresAdapter) };
  return modules;
};

/** Writes down what the modules of the bundle export: an import names it before the bundle is loaded. */
export const noteExports = async (): Promise<void> => {
  const entries = Object.entries(await loadBundle()).map(([name, module]) => [name, Object.keys(module)]);
  writeFileSync(exportsFile(), JSON.stringify(Object.fromEntries(entries)));
};

export const readExports = (): Exports => JSON.parse(readFileSync(exportsFile(), 'utf8')) as Exports;
