import { setTimeout as sleep } from 'node:timers/promises';
import type { CollectionSlug, Payload } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { postgresOf } from '../../../core/database/pool.ts';
import { tableOf } from '../../../core/database/table.ts';
import { isApiError } from '../../../core/shared/errors/errors.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { findStoredFile } from '../record/storedFile.ts';
import { storageOf } from '../storage/storageOf.ts';

/** Days after which the file of a reply that was never sent is deleted: a draft outlives a holiday. */
const keptDays = 30;

const batchSize = 100;

/**
 * Deletes the files of drafts that were abandoned: hidden from clients, on a ticket, and sent with nothing. A file that
 * something else holds, such as a transfer, stays.
 */
export const pruneDraftFiles = async (payload: Payload, { options }: PortalContext): Promise<void> => {
  const collection = options.slugs.files as CollectionSlug;
  let last: RecordId | null = null;
  for (let left = batchSize; left === batchSize; ) {
    const { rows }: { rows: { id: RecordId }[] } = await postgresOf(payload).pool.query(
      `select id from ${tableOf(payload, collection)}
       where internal and reply_id is null and ticket_id is not null
         and updated_at < now() - interval '${keptDays} days' ${last === null ? '' : 'and id > $1'}
       order by id limit ${batchSize}`,
      last === null ? [] : [last],
    );
    for (const { id } of rows) await deleteUnlessHeld(payload, collection, id);
    last = rows.at(-1)?.id ?? null;
    left = rows.length;
  }
};

const deleteUnlessHeld = async (
  payload: Payload,
  collection: CollectionSlug,
  id: RecordId,
): Promise<void> => {
  try {
    // The portal's own work: no user asks for it.
    await payload.delete({ collection, id, depth: 0, overrideAccess: true });
  } catch (error) {
    if (!isApiError(error) || error.code !== 'conflict') throw error;
  }
};

/** Longest time that PostgreSQL may go on with a commit whose client has died, in milliseconds. */
const longestCommit = 5_000;

/**
 * Deletes the bytes that a process had stored for uploads when it died before their commit. Bytes in a storage adapter
 * remain: it deletes only files that have a row.
 *
 * @param slugs the collections that store uploads
 * @param names under which the bytes of an upload would be stored
 * @throws if the database does not respond
 */
export const undoUploads = async (
  payload: Payload,
  slugs: readonly string[],
  names: readonly string[],
): Promise<void> => {
  const stores = slugs.flatMap((slug) => {
    const { own } = storageOf(payload, slug);
    return own ? [{ slug, own }] : [];
  });
  if (stores.length === 0) return;
  await sleep(longestCommit, undefined, { ref: false });
  for (const { slug, own } of stores)
    for (const filename of names)
      if (!(await findStoredFile(payload, slug, { filename }))) await own.remove(filename);
};
