import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isAlive, ownIdentity, type ProcessIdentity } from '../../shared/concurrency/processIdentity.ts';

/** After this time, in milliseconds, no process writes to an upload any more. */
const abandonedAfter = 24 * 60 * 60 * 1000;

const ownerFile = 'owner.json';

/** The folder in which uploads wait until they are checked and stored: one folder per process, below `directory`. */
export interface TemporaryFolder {
  /** A new path for one upload. */
  newPath(): Promise<string>;
  /** True if a path belongs to an upload in this folder. */
  isOwn(path: string): boolean;
  /**
   * Deletes the uploads of processes that died while they received them.
   *
   * @param undo deletes the stored files with these names, unless they have a row; if it throws, the uploads stay
   */
  clean(undo: UndoUploads, now?: Date): Promise<void>;
}

export type UndoUploads = (names: readonly string[]) => Promise<void>;

export const buildTemporaryFolder = (directory: string): TemporaryFolder => {
  const name = randomUUID();
  const own = join(directory, name);
  let ownInUse: string | null = null;
  let made: Promise<string> | null = null;
  return {
    newPath: async () => {
      // If files are kept elsewhere, the data folder may be missing or not writable.
      made ??= makeOwned(own).catch(() => makeOwned(join(tmpdir(), 'payload-support-portal', name)));
      made.catch(() => {
        made = null;
      });
      ownInUse = await made;
      return join(ownInUse, randomUUID());
    },
    isOwn: (path) => dirname(path) === ownInUse,
    clean: async (undo, now = new Date()) => {
      const abandoned: string[] = [];
      for (const path of (await namesIn(directory)).map((name) => join(directory, name))) {
        if (path !== own && (await isAbandoned(path, now))) abandoned.push(path);
      }
      const uploads = (await Promise.all(abandoned.map(namesIn))).flat().filter((name) => name !== ownerFile);
      if (uploads.length > 0) await undo(uploads);
      for (const path of abandoned) await rm(path, { recursive: true, force: true });
    },
  };
};

const makeOwned = async (path: string): Promise<string> => {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await writeFile(join(path, ownerFile), JSON.stringify(ownIdentity()), { mode: 0o600 });
  return path;
};

const namesIn = (path: string): Promise<string[]> => readdir(path).catch(() => []);

const isAbandoned = async (path: string, now: Date): Promise<boolean> => {
  const owner = await ownerOf(path);
  const lives = owner && isAlive(owner);
  return lives === null ? now.getTime() - (await lastChange(path)) > abandonedAfter : !lives;
};

/**
 * The process that owns a folder. Returns null if it is not such a folder, for example a file that the CMS keeps while it
 * receives an upload.
 */
const ownerOf = async (path: string): Promise<ProcessIdentity | null> => {
  try {
    return JSON.parse(await readFile(join(path, ownerFile), 'utf8')) as ProcessIdentity;
  } catch {
    return null;
  }
};

const lastChange = async (path: string): Promise<number> =>
  (await stat(path).catch(() => null))?.mtimeMs ?? 0;

/** Writes a stream to a new file that only this user can read, through a meter that may end it by an error. */
export const writeToDisk = async (path: string, content: Readable, meter: Transform): Promise<void> => {
  // The file is opened before anything can fail: a stream that is destroyed while it opens its file creates the file
  // afterwards.
  const file = await open(path, 'wx', 0o600);
  await pipeline(content, meter, file.createWriteStream()).finally(() => file.close());
};
