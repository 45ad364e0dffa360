import type { CollectionBeforeDeleteHook, CollectionSlug, PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { idColumnType } from '../../../core/database/ids.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { contextWith, factOf } from '../../../core/request/facts.ts';
import { ApiError, notFound } from '../../../core/shared/errors/errors.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import { findStoredFile, storageOf } from '../../files/feature.ts';
import type { LinkedFile } from '../../links/feature.ts';

declare module '../../../core/request/facts.ts' {
  interface RequestFacts {
    /** The end of a transfer deletes its files. Set by `deleteOwnFiles`; read by `leaveTransfer`, which would refuse. */
    transferEnds: true;
  }
}

/** A file of a transfer, as it was when it was added: the row stays when its bytes are gone. */
export interface TransferFile extends LinkedFile {
  /** True for one that belongs to the transfer; false for one that a folder or a ticket has. */
  readonly is_own: boolean;
  /** It is false once the file itself is gone. */
  readonly is_there: boolean;
  /** True for one that clients do not see, such as that of an internal note. */
  readonly is_hidden: boolean;
}

/** The files of transfers, in the order in which they were added, by the transfer's id. */
export const filesOfTransfers = async (
  req: Pick<PayloadRequest, 'payload' | 'transactionID'>,
  portal: PortalContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly TransferFile[]>> => {
  const slug = portal.options.slugs.files;
  const { rows } = await runStatement<
    Omit<TransferFile, 'size_bytes'> & { transfer_id: string; size_bytes: string } & Record<string, unknown>
  >(
    req,
    `select t.transfer_id, t.file_id as id, t.filename, t.size_bytes, t.mime_type, t.is_own, f.id is not null as is_there,
       not t.is_own and coalesce(f.internal, false) as is_hidden
     from support_portal.transfer_files t
     left join ${tableOf(req.payload, slug)} f on f.id = t.file_id::${idColumnType(req.payload, slug)}
     where t.transfer_id = any($1) order by t.added_at, t.file_id`,
    [[...ids]],
  );
  const found = new Map<string, TransferFile[]>();
  for (const { transfer_id, size_bytes, ...file } of rows)
    found.set(transfer_id, [...(found.get(transfer_id) ?? []), { ...file, size_bytes: Number(size_bytes) }]);
  return found;
};

export const filesOf = async (
  req: Pick<PayloadRequest, 'payload' | 'transactionID'>,
  portal: PortalContext,
  id: RecordId,
): Promise<readonly TransferFile[]> =>
  (await filesOfTransfers(req, portal, [idText(id)])).get(idText(id)) ?? [];

/** Locks the files of a transfer, so that none is hidden from clients or deleted until the request's transaction ends. */
export const lockFilesOf = async (
  req: PayloadRequest,
  portal: PortalContext,
  id: RecordId,
): Promise<void> => {
  const slug = portal.options.slugs.files;
  await runStatement(
    req,
    `select 1 from ${tableOf(req.payload, slug)} where id in (
       select file_id::${idColumnType(req.payload, slug)} from support_portal.transfer_files where transfer_id = $1)
     order by id for share`,
    [idText(id)],
  );
};

interface AddedFile {
  readonly id: RecordId;
  readonly name: string;
  readonly filesize: string | number;
  readonly mime_type: string;
}

/** Adds files to a transfer that the request's transaction has locked. */
export const addFiles = async (
  req: PayloadRequest,
  transfer: RecordId,
  files: readonly AddedFile[],
  { isOwn }: { readonly isOwn: boolean },
): Promise<void> => {
  for (const { id, name, filesize, mime_type } of files)
    await runStatement(
      req,
      `insert into support_portal.transfer_files (transfer_id, file_id, filename, size_bytes, mime_type, is_own, added_at)
       values ($1, $2, $3, $4, $5, $6, clock_timestamp()) on conflict do nothing`,
      [idText(transfer), idText(id), name, Number(filesize), mime_type, isOwn],
    );
};

/**
 * Takes a file out of a draft that the request's transaction has locked. A file that belongs to the draft is deleted.
 *
 * @throws {ApiError} `not_found`
 */
export const removeFile = async (
  req: PayloadRequest,
  portal: PortalContext,
  { transfer, file }: { readonly transfer: RecordId; readonly file: string },
): Promise<void> => {
  const found = (await filesOf(req, portal, transfer)).find(({ id }) => id === file);
  if (!found) throw notFound();
  await forgetFile(req, file, transfer);
  if (!found.is_own || !found.is_there) return;
  await req.payload.delete({
    collection: portal.options.slugs.files as CollectionSlug,
    id: file,
    depth: 0,
    // The gate of transfers has let the caller in.
    overrideAccess: true,
    req,
  });
};

const forgetFile = async (req: PayloadRequest, file: string, transfer: RecordId): Promise<void> => {
  await runStatement(
    req,
    'delete from support_portal.transfer_files where file_id = $1 and transfer_id = $2',
    [file, idText(transfer)],
  );
};

/**
 * Runs before a file is deleted: a file that was sent stays until the transfer has ended, even if a folder or a ticket has
 * it. A file of a draft alone leaves the draft.
 *
 * @throws {ApiError} `conflict`
 */
export const leaveTransfer =
  (portal: PortalContext): CollectionBeforeDeleteHook =>
  async ({ id: file, req }) => {
    if (factOf(req, 'transferEnds')) return;
    const { transfers } = portal.options.slugs;
    const { rows } = await runStatement<{ id: RecordId; status: string; is_own: boolean }>(
      req,
      `select t.id, t.status, tf.is_own from support_portal.transfer_files tf
       join ${tableOf(req.payload, transfers)} t on t.id = tf.transfer_id::${idColumnType(req.payload, transfers)}
       where tf.file_id = $1 and (t.bytes_deleted_at is null or tf.is_own) order by t.id for no key update of t`,
      [idText(file)],
    );
    if (rows.some(({ status }) => status !== 'draft'))
      throw new ApiError('conflict', say('transfers:errors:sealed'));
    for (const { id, is_own } of rows) if (is_own) await forgetFile(req, idText(file), id);
  };

/**
 * Deletes the files that belong to a transfer, with their bytes. Files of folders and tickets stay. It can be done again,
 * and goes on where it was cut off.
 */
export const deleteOwnFiles = async (
  req: PayloadRequest,
  portal: PortalContext,
  transfer: RecordId,
): Promise<void> => {
  const { payload } = req;
  const collection = portal.options.slugs.files as CollectionSlug;
  const { rows } = await runStatement<{ id: RecordId }>(
    req,
    `select id from ${tableOf(payload, collection)} where transfer_id = $1`,
    [transfer],
  );
  for (const { id } of rows) {
    const file = await findStoredFile(payload, collection, { id: idText(id) });
    // The bytes first: if this process dies now, or the storage is away, the row tells the next try what to delete.
    if (file) await storageOf(payload, collection).undo(file);
    await deleteRow(req, collection, id);
  }
};

/** Deletes a file, unless another process has just done so. */
const deleteRow = async (req: PayloadRequest, collection: CollectionSlug, id: RecordId): Promise<void> => {
  const { payload } = req;
  try {
    await payload.delete({
      collection,
      id,
      depth: 0,
      // The end of the transfer decides, in whatever way it came.
      overrideAccess: true,
      context: contextWith('transferEnds', true),
    });
  } catch (error) {
    const { rows } = await runStatement(req, `select 1 from ${tableOf(payload, collection)} where id = $1`, [
      id,
    ]);
    if (rows.length > 0) throw error;
  }
};
