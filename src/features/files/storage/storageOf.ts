import type { CollectionSlug, Payload } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { isMissing } from '../../../core/shared/files/removeFile.ts';
import type { StoredFile } from '../record/storedFile.ts';
import { adapterStorage } from './adapterStorage.ts';
import { diskStorage, diskStorageName } from './diskStorage.ts';
import { exactStorage } from './exactStorage.ts';
import type { FileStorage } from './storage.ts';

/** The largest file that a large upload may bring, in bytes: an adapter other than that of S3 holds all of it in memory. */
export const largestFileIn = (payload: Payload, { options }: PortalContext): number => {
  const { adapter } = payload.collections[options.slugs.files as CollectionSlug]?.config.upload ?? {};
  return adapter === diskStorageName || adapter === 's3' ? options.uploads.maxBytes : options.files.maxBytes;
};

/** The storage of this app's files: local disk, unless a storage adapter has taken the collection over. */
export const storageOf = (payload: Payload, slug: string): FileStorage => {
  const { config } = payload.collections[slug as CollectionSlug] ?? {};
  if (!config?.upload) throw new Error(`The collection ${slug} takes no uploads.`);
  const { adapter, staticDir } = config.upload;
  return exactStorage(
    adapter === diskStorageName && staticDir ? diskStorage(staticDir) : adapterStorage(payload, config),
  );
};

/**
 * The bytes of a stored file, in memory. Returns null if there are none.
 *
 * @throws if the storage fails, or has more or fewer bytes than were stored
 */
export const readWhole = async (payload: Payload, slug: string, file: StoredFile): Promise<Buffer | null> => {
  const bytes = await storageOf(payload, slug).read(file, null);
  if (!bytes) return null;
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of bytes) chunks.push(chunk);
  } catch (error) {
    // It may be deleted before it is opened.
    if (isMissing(error)) return null;
    throw error;
  }
  return Buffer.concat(chunks);
};
