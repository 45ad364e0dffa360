import type { CollectionSlug, Payload } from 'payload';
import type { PartRange } from './serveFile.ts';
import { adapterStorage } from './storage/adapterStorage.ts';
import { diskStorage, diskStorageName } from './storage/diskStorage.ts';
import type { StoredFile } from './storedFile.ts';

/** The storage of the bytes of files. */
export interface FileStorage {
  /** How bytes come and go; null if a storage adapter of the CMS sees to it, by hooks of its own. */
  readonly own: {
    /** Stores what lies at `path`. */
    keep(path: string, storedName: string): Promise<void>;
    remove(storedName: string): Promise<void>;
  } | null;
  /** Takes bytes away that no row knows of. */
  undo(file: StoredFile): Promise<void>;
  /** How many bytes are there; null if there are none. */
  sizeOf(file: StoredFile): Promise<number | null>;
  /** Null if there are no bytes. */
  read(file: StoredFile, range: PartRange | null): Promise<AsyncIterable<Uint8Array> | null>;
}

/** The storage of this app's files: local disk, unless a storage adapter has taken the collection over. */
export const storageOf = (payload: Payload, slug: string): FileStorage => {
  const { config } = payload.collections[slug as CollectionSlug] ?? {};
  if (!config?.upload) throw new Error(`The collection ${slug} takes no uploads.`);
  const { adapter, staticDir } = config.upload;
  return adapter === diskStorageName && staticDir ? diskStorage(staticDir) : adapterStorage(payload, config);
};
