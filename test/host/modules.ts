import { dirname, relative, resolve } from 'node:path';

export const checkout = resolve(import.meta.dirname, '../..');

/** Packages that an app bundles, or shares with what it bundles. */
export const packages = [
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
 * The module of the bundle that stands for what a file of the checkout imports: the name of a package, or the path of a
 * source of the plugin. Null if none does.
 */
export const moduleOf = (specifier: string, importer: string): string | null => {
  const from = relative(checkout, importer);
  if (from.startsWith('..') || from.startsWith('node_modules/')) return null;
  if (packages.includes(specifier)) return specifier;
  if (!specifier.startsWith('.')) return null;
  const path = relative(checkout, resolve(dirname(importer), specifier));
  return isOfPlugin(path) ? path : null;
};
