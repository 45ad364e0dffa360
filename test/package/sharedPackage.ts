import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inject } from 'vitest';
import { type Packed, pack, removePacked } from './pack.ts';

/**
 * The package, packed once in a run: the first file of tests that asks packs it, the others wait for that. `npm run check` has
 * packed it before.
 */
export const sharedPackage = async (): Promise<Packed> => {
  const given = process.env.TEST_PACKED;
  if (given) return JSON.parse(readFileSync(given, 'utf8')) as Packed;
  const parent = inject('dataFolders');
  const folder = join(parent, 'package');
  const result = join(parent, 'package.json');
  mkdirSync(parent, { recursive: true });
  if (makes(folder)) {
    const packed = await pack();
    const tarball = join(folder, basename(packed.tarball));
    copyFileSync(packed.tarball, tarball);
    removePacked(packed);
    writeFileSync(`${result}.new`, JSON.stringify({ ...packed, tarball }));
    renameSync(`${result}.new`, result);
  }
  for (const end = Date.now() + 300_000; !existsSync(result); ) {
    if (Date.now() > end) throw new Error('Another file of tests did not pack the package.');
    await new Promise((later) => setTimeout(later, 100));
  }
  return JSON.parse(readFileSync(result, 'utf8')) as Packed;
};

/** False if the folder is there: then another process packs. */
const makes = (folder: string): boolean => {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
};
