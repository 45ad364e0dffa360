import type { CollectionSlug, File, PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { ApiError, notFound } from '../../../core/shared/errors/errors.ts';
import { say } from '../../../core/texts/say.ts';
import type { StoredFile } from '../../files/feature.ts';
import { limits } from '../limits.ts';
import { assertStatus, type StoredTransfer, storedTransfers } from '../record/storedTransfer.ts';
import { addFiles, filesOf, type TransferFile } from './transferFiles.ts';

interface FileOfDraft {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly transfer: Pick<StoredTransfer, 'id' | 'organization_id'>;
  readonly file: File;
}

/**
 * Stores a file that belongs to a draft alone, in the request's transaction.
 *
 * @throws {ApiError} `conflict` for a transfer that is no draft any more, or has too many files; `payload_too_large`
 */
export const takeFile = async ({ req, portal, transfer, file }: FileOfDraft): Promise<StoredFile> => {
  const created = (await req.payload.create({
    collection: portal.options.slugs.files as CollectionSlug,
    data: { transfer: transfer.id, organization: transfer.organization_id } as never,
    file,
    depth: 0,
    // The gate of transfers has let the caller in; no one may place a file in a transfer by themselves.
    overrideAccess: true,
    req,
  })) as unknown as StoredFile;
  // Checked only now, so that a large file holds up no other: the transfer may have been sent meanwhile.
  const locked = await storedTransfers.read(req, portal, transfer.id, 'locked');
  if (!locked) throw notFound();
  assertStatus(locked, ['draft']);
  await addFiles(req, transfer.id, [{ ...created, mime_type: created.mimeType }], { isOwn: true });
  assertWithinLimits(await filesOf(req, portal, transfer.id));
  return created;
};

/** @throws {ApiError} `conflict` for too many files, `payload_too_large` for too many bytes */
export const assertWithinLimits = (files: readonly Pick<TransferFile, 'size_bytes'>[]): void => {
  if (files.length > limits.files)
    throw new ApiError('conflict', say('transfers:errors:manyFiles', { most: limits.files }));
  if (files.reduce((sum, { size_bytes }) => sum + size_bytes, 0) > limits.bytes)
    throw new ApiError('payload_too_large', say('transfers:errors:tooLarge', { most: limits.bytes }));
};
