import { constants, createReadStream } from 'node:fs';
import { copyFile, link, mkdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { removeFile } from '../../../core/shared/files/removeFile.ts';
import type { PartRange } from '../serving/range.ts';
import type { FileStorage } from './storage.ts';

/** Nothing is opened before the first byte is asked for. */
async function* readFileBytes(path: string, range: PartRange | null): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, range ?? {});
}

/** Value of `upload.adapter` if no storage plugin has replaced it. */
export const diskStorageName = 'portal-disk';

/**
 * Local disk, in the place of the CMS's own, which would copy each file and, when one is deleted, take its bytes away
 * before the deletion is committed.
 */
export const diskStorage = (folder: string): FileStorage => {
  // The bytes are one folder deeper than the CMS looks: otherwise it would delete them before a deletion is committed.
  const pathOf = (storedName: string): string => {
    const name = basename(storedName);
    return join(folder, name.slice(0, 2), name);
  };
  const remove = (storedName: string): Promise<void> => removeFile(pathOf(storedName));
  const sizeAt = async (path: string): Promise<number | null> =>
    (await stat(path).catch(() => null))?.size ?? null;
  return {
    own: {
      async keep(path, storedName) {
        const target = pathOf(storedName);
        // A second name costs nothing; from another file system, and on some that know no second names, a copy is made.
        const store = () => link(path, target).catch(() => copyFile(path, target, constants.COPYFILE_EXCL));
        await store().catch(async (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error;
          await mkdir(dirname(target), { recursive: true, mode: 0o700 });
          await store();
        });
      },
      remove,
    },
    undo: ({ filename }) => remove(filename),
    sizeOf: ({ filename }) => sizeAt(pathOf(filename)),
    async read({ filename }, range) {
      const isThere = (await sizeAt(pathOf(filename))) !== null;
      return isThere ? readFileBytes(pathOf(filename), range) : null;
    },
  };
};
