import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** The sources of the build; `package-lock.json` stands for all installed packages. */
const sources = [
  'collections',
  'hooks',
  'next.config.mjs',
  'next.config.ts',
  'package-lock.json',
  'package.json',
  'payload.config.ts',
  'public',
  'src',
  'tsconfig.build.json',
  'tsconfig.json',
];

/** Folders beside the sources that run unbuilt. */
const unbuilt = ['src/demo'];

/** True for a checkout. An image has only the build of the sources. @type {(root: string) => boolean} */
export const hasSources = (root) => existsSync(join(root, 'tsconfig.build.json'));

/** One text for everything that the build depends on. @type {(root: string) => string} */
export const fingerprintOf = (root) => {
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}`);
  const files = sources.flatMap((source) => filesOf(join(root, source)));
  for (const file of files.filter((path) => !unbuilt.some((folder) => path.startsWith(join(root, folder))))) {
    hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
};

const filesOf = (path) => {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesOf(join(path, name)));
};

/** @type {(stamp: string, fingerprint: string) => boolean} */
export const isStamped = (stamp, fingerprint) =>
  existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint;

/** Without a stamp a build that is cut off counts as none. @type {(stamp: string) => void} */
export const removeStamp = (stamp) => rmSync(stamp, { force: true });

/** @type {(stamp: string, fingerprint: string) => void} */
export const writeStamp = (stamp, fingerprint) => {
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, fingerprint);
};
