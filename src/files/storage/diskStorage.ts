import { constants } from 'node:fs';
import { copyFile, link, mkdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FileStorage } from '../storage.ts';
import type { StoredFile } from '../storedFile.ts';
import { readFileBytes } from '../webStream.ts';

/** What `upload.adapter` says where no storage plugin has replaced it. */
export const diskStorageName = 'portal-disk';

/**
 * Local disk, in the place of the CMS's own, which would copy each file and, when one is deleted, take its bytes away
 * before the deletion is committed.
 */
export const diskStorage = (folder: string): FileStorage => {
  const pathOf = ({ filename }: Pick<StoredFile, 'filename'>): string => join(folder, basename(filename));
  return {
    async keep(path, filename) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const target = pathOf({ filename });
      // A second name costs nothing; other file systems, and some that know no second names, take a copy.
      await link(path, target).catch(() => copyFile(path, target, constants.COPYFILE_EXCL));
    },
    remove: (file) => rm(pathOf(file), { force: true }),
    sizeOf: async (file) => (await stat(pathOf(file)).catch(() => null))?.size ?? null,
    async read(file, range) {
      const found = await stat(pathOf(file)).catch(() => null);
      return found && readFileBytes(pathOf(file), range);
    },
  };
};
