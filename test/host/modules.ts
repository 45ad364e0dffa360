import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

/** The suites that also run against what `next build` makes of the code. */
export const suites = ['integration', 'api', 'webhooks', 'mail', 'faults'] as const;

/** Packages that a host app bundles, as the tests ask for them. */
const packages = [
  'payload',
  'payload/shared',
  '@payloadcms/db-postgres',
  '@payloadcms/db-postgres/drizzle',
  '@payloadcms/richtext-lexical',
  'payload-support-portal',
  'pg',
];

const checkout = resolve(import.meta.dirname, '../..');

/** No part of the package: the portal's own server and its migrations are none of a host app's. */
const notPacked = /^src\/(server|migrations|app|demo)\//;

/**
 * The name of the module of the package at a path of the checkout; null if a host app has no such module.
 *
 * @param path an absolute one
 */
export const packedModule = (path: string): string | null => {
  const name = relative(checkout, path);
  if (name === 'src/index.ts') return 'payload-support-portal';
  return /^(src|hooks|collections)\/.*\.tsx?$/.test(name) && !notPacked.test(name) ? name : null;
};

export const isBundledPackage = (specifier: string): boolean => packages.includes(specifier);

/** Every module that the suites import and a host app bundles. */
export const bundledModules = (): string[] => {
  const files = [...suites, 'support'].flatMap((suite) => filesIn(join(checkout, 'test', suite)));
  return [...new Set([...packages, ...files.flatMap(modulesOf)])];
};

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));

const modulesOf = (file: string): string[] =>
  ts
    .preProcessFile(readFileSync(file, 'utf8'))
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .flatMap(({ fileName }) => packedModule(resolve(dirname(file), fileName)) ?? []);
