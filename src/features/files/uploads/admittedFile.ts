import { copyFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { File, PayloadRequest } from 'payload';
import type { TemporaryFolder } from '../../../core/http/upload/temporaryFolder.ts';
import { ApiError, validationFailed } from '../../../core/shared/errors/errors.ts';
import { removeFile } from '../../../core/shared/files/removeFile.ts';
import { cleanFileName, typeOfFile } from '../../../core/shared/text/fileName.ts';
import { say } from '../../../core/texts/say.ts';

/** A file that is being uploaded: on local disk, with a clean name and a known type. */
export interface AdmittedFile {
  readonly path: string;
  readonly name: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  /**
   * The name under which its bytes are stored, without any part that a client chose. It is the name of `path`, so that the
   * cleaning up after a dead process knows which file to look for.
   */
  readonly storedName: string;
}

interface Admission {
  readonly temporaryFiles: TemporaryFolder;
  /** Limit in bytes. */
  readonly maxBytes: number;
}

/**
 * Admits a file. A rejected one is deleted from disk.
 *
 * @throws {ApiError} `validation_failed` for a file without a name, `payload_too_large`
 */
export const admitFile = async (
  file: File,
  { temporaryFiles, maxBytes }: Admission,
): Promise<AdmittedFile> => {
  const path = await placeOf(file, temporaryFiles);
  try {
    const name = cleanFileName(file.name);
    if (name === null) throw validationFailed([{ path: 'file', message: say('errors:file:noName') }]);
    const { size: sizeBytes } = await stat(path);
    if (sizeBytes > maxBytes) {
      throw new ApiError('payload_too_large', say('errors:file:tooLarge', { most: maxBytes }));
    }
    const mimeType = await typeOfFile(path, file.mimetype || null);
    return { path, name, mimeType, sizeBytes, storedName: basename(path) };
  } catch (error) {
    await removeFile(path);
    throw error;
  }
};

/** The temporary place of the file, under a random name. */
const placeOf = async ({ data, tempFilePath }: File, temporaryFiles: TemporaryFolder): Promise<string> => {
  if (tempFilePath && temporaryFiles.isOwn(tempFilePath)) return tempFilePath;
  const path = await temporaryFiles.newPath();
  try {
    await (tempFilePath ? move(tempFilePath, path) : writeFile(path, data, { mode: 0o600 }));
    return path;
  } catch (error) {
    await removeFile(path);
    throw error;
  }
};

/** Moves a file, also to another file system. */
const move = async (from: string, to: string): Promise<void> => {
  try {
    await rename(from, to);
  } catch {
    await copyFile(from, to);
    await removeFile(from);
  }
};

const key = Symbol.for('payload-support-portal.admittedFile');

type Uploading = PayloadRequest & { [key]?: AdmittedFile | null };

/** The file that the request uploads. It is kept beside the CMS's own record of it, which hooks of the app may change. */
export const admittedFile = {
  of: (req: Uploading): AdmittedFile | null => req[key] ?? null,
  set: (req: Uploading, file: AdmittedFile): void => {
    req[key] = file;
  },
  forget: (req: Uploading): void => {
    req[key] = null;
  },
};

/** Deletes the temporary file. The stored file remains. */
export const discardFile = ({ path }: AdmittedFile): Promise<void> => removeFile(path);

/**
 * The CMS's view of a file until it is stored. With the real bytes the CMS would inspect them, and reject damaged images and
 * films.
 */
export const standInFor = ({ storedName, sizeBytes }: AdmittedFile): File => ({
  name: storedName,
  size: sizeBytes,
  mimetype: 'application/octet-stream',
  data: Buffer.alloc(0),
});
