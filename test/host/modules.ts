import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '../..');

/** The folders whose files name what they need of the bundle: the suites, and the portal's own server. */
const readers = [
  'test/integration',
  'test/api',
  'test/webhooks',
  'test/mail',
  'test/faults',
  'test/support',
  'src/server',
  'src/migrations',
];

/** Packages that an app bundles, or shares with what it bundles. */
const packages = [
  'payload',
  '@payloadcms/db-postgres',
  '@payloadcms/db-postgres/drizzle/node-postgres',
  '@payloadcms/graphql',
  '@payloadcms/plugin-cloud-storage',
  '@payloadcms/richtext-lexical',
  '@payloadcms/storage-s3',
  'payload-support-portal',
  'pg',
  'zod',
];

const isOfPlugin = (path: string): boolean =>
  /^(src|hooks|collections)\//.test(path) && !/^src\/(server|migrations|demo|app|sdk)\//.test(path);

/**
 * Which module of the bundle stands for what a source file imports: the name of a package, or the path of a file of the
 * plugin in the checkout. Null if none does.
 */
export const moduleOf = (specifier: string, importer: string): string | null => {
  if (packages.includes(specifier)) return specifier;
  if (!specifier.startsWith('.')) return null;
  const path = relative(root, resolve(dirname(importer), specifier));
  return isOfPlugin(path) ? path : null;
};

/** The modules that the suites import, in a fixed order. */
export const importedModules = (): string[] => {
  const found = new Set(packages);
  for (const file of readers.flatMap(filesIn)) {
    for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles) {
      const module = moduleOf(fileName, file);
      if (module !== null) found.add(module);
    }
  }
  return [...found].sort();
};

const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(root, folder, name));
