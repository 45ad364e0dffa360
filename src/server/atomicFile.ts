import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

const ownerOnly = 0o600;

/** A file's text, or null if there is none. */
export const readIfExists = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
};

/** Replaces a file as a whole: a reader sees the old text or the new one. */
export const replaceFile = (path: string, content: string): void => {
  const temporary = `${path}.${randomUUID()}`;
  writeFileSync(temporary, content, { mode: ownerOnly, flag: 'wx', flush: true });
  renameSync(temporary, path);
};

/** Writes a file unless it exists, and returns its content: if several processes write at once, all get the winner's. */
export const createOnce = (path: string, content: string): string => {
  const temporary = `${path}.${randomUUID()}`;
  writeFileSync(temporary, content, { mode: ownerOnly, flag: 'wx', flush: true });
  try {
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
  return readFileSync(path, 'utf8');
};
