import { createWriteStream } from 'node:fs';
import { constants, copyFile, link, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { type DataStore, Upload } from '@tus/server';
import type { Payload } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { assertDiskRoom } from '../../../core/http/upload/diskRoom.ts';
import { removeFile } from '../../../core/shared/files/removeFile.ts';
import type { UploadStore } from '../options.ts';
import { announcedBytes, findUpload, knownAmong } from '../rows.ts';

type TusStore = DataStore & UploadStore;

/** The bytes of unfinished uploads. */
export interface OpenBytes {
  readonly store: TusStore;
  /** Number of bytes that have arrived; null if they are not here: another instance may have them. */
  countBytes(id: string): Promise<number | null>;
  /** Gives the bytes a second place on local disk, where the ordinary upload takes them from. */
  copyTo(id: string, path: string): Promise<void>;
  /** Takes the bytes away, if there are any. */
  remove(id: string): Promise<void>;
  /** Deletes bytes that belong to no upload. */
  sweep(): Promise<void>;
}

const folderOf = ({ options }: PortalContext): string => join(options.dataDirectory, 'uploads-open');

export const buildOpenBytes = async (payload: Payload, portal: PortalContext): Promise<OpenBytes> => {
  const { store: given } = portal.options.uploads;
  return given ? bytesIn(tellFaults(given as TusStore)) : bytesOnDisk(payload, portal);
};

const lifetime = 24 * 60 * 60 * 1000;

const bytesOnDisk = async (payload: Payload, portal: PortalContext): Promise<OpenBytes> => {
  const directory = folderOf(portal);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const store = new FileStore({
    directory,
    expirationPeriodInMilliseconds: lifetime,
    configstore: rowsOf(payload),
  });
  const pathOf = (id: string) => join(directory, id);
  return {
    ...bytesIn(store),
    countBytes: async (id) => (await stat(pathOf(id)).catch(() => null))?.size ?? null,
    async copyTo(id, path) {
      // A second name costs nothing, and the first one remains if this process dies.
      await link(pathOf(id), path).catch(() => copyFile(pathOf(id), path, constants.COPYFILE_EXCL));
    },
    remove: (id) => removeFile(pathOf(id)),
    async sweep() {
      const ids: string[] = [];
      for (const id of await readdir(directory)) if (await isOld(pathOf(id))) ids.push(id);
      const known = await knownAmong(payload, ids);
      for (const id of ids) if (!known.has(id)) await removeFile(pathOf(id));
    },
  };
};

/** A new upload has its bytes and its row within a moment. */
const isOld = async (path: string): Promise<boolean> => {
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > lifetime;
};

/** The rows of uploads, as the store asks for them. */
const rowsOf = (payload: Payload) => ({
  async get(id: string): Promise<Upload | undefined> {
    const row = await findUpload(payload, id);
    if (!row) return undefined;
    const { size, created_at } = row;
    return new Upload({ id, size: Number(size), offset: 0, creation_date: created_at.toISOString() });
  },
  // The row is there before the store is asked, and goes after it.
  set: async () => {},
  delete: async () => {},
});

/** The error of a store for bytes that are gone. */
const ignoreMissing = (error: unknown): undefined => {
  if (![404, 410].includes(Reflect.get(Object(error), 'status_code'))) throw error;
};

const bytesIn = (store: TusStore): OpenBytes => ({
  store,
  countBytes: async (id) => (await store.getUpload(id).catch(ignoreMissing))?.offset ?? null,
  copyTo: async (id, path) =>
    pipeline(await store.read(id), createWriteStream(path, { flags: 'wx', mode: 0o600 })),
  remove: async (id) => {
    if (await store.getUpload(id).catch(ignoreMissing)) await store.remove(id).catch(ignoreMissing);
  },
  sweep: async () => {},
});

/** True for the error of S3 for an object that it does not have. */
const isMissing = (error: unknown): boolean =>
  Reflect.get(Object(Reflect.get(Object(error), '$metadata')), 'httpStatusCode') === 404;

/**
 * Upstream: `getUpload` of `@tus/s3-store` (2.0.7) says of an upload that it does not exist if S3 is away, and its sender
 * would begin again from nothing.
 *
 * Lets the store tell the fault instead.
 */
const tellFaults = (store: TusStore): TusStore => {
  const readMetadata: unknown = Reflect.get(store, 'getMetadata');
  if (typeof readMetadata !== 'function') return store;
  const getUpload = store.getUpload.bind(store);
  store.getUpload = async (id) => {
    try {
      return await getUpload(id);
    } catch (error) {
      await Promise.resolve(readMetadata.call(store, id)).catch((fault: unknown) => {
        if (!isMissing(fault)) throw fault;
      });
      throw error;
    }
  };
  return store;
};

/**
 * Refuses bytes for which there would be no room once all open uploads are complete.
 *
 * @param bytes the size of a new upload; 0 for the next chunk of an open one
 * @throws {ApiError} `insufficient_storage`
 */
export const assertRoom = async (
  { payload, portal }: { payload: Payload; portal: PortalContext },
  bytes: number,
): Promise<void> => {
  const announced = bytes === 0 ? 0 : await announcedBytes(payload);
  await assertDiskRoom(portal.options.dataDirectory, 'large', bytes + announced);
};
