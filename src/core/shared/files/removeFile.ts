import { unlink } from 'node:fs/promises';

/** True for the error of a file that is not there. */
export const isMissing = (error: unknown): boolean => Reflect.get(Object(error), 'code') === 'ENOENT';

/** Deletes a file, if it is there. Node's `rm` looks at it first, for it deletes folders, too. */
export const removeFile = async (path: string): Promise<void> => {
  try {
    await unlink(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
};
