import type { CollectionSlug, File, PayloadRequest } from 'payload';
import type { ApiKey } from '../../../core/access/apiKey.ts';
import { isTeam, type Principal } from '../../../core/access/roles.ts';
import { assertScope } from '../../../core/access/scopesOf.ts';
import type { PortalContext } from '../../../core/context.ts';
import type { UploadPlace, UploadTarget } from '../../../core/ports/upload.ts';
import { ApiError, isApiError, notFound, validationFailed } from '../../../core/shared/errors/errors.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import { largestFileIn, type StoredFile } from '../../files/feature.ts';
import { assertStatus, type StoredTransfer, storedTransfers } from '../record/storedTransfer.ts';
import { limits } from '../vocabulary.ts';
import { addFiles, filesOf, type TransferFile } from './transferFiles.ts';

const scope = 'transfers:write';

/** @throws {ApiError} `forbidden` for a caller who sends no files */
const assertSender = (caller: Principal | null, key: ApiKey | null): Principal => {
  if (caller === null || !isTeam(caller)) throw new ApiError('forbidden', say('errors:role:forbids'));
  assertScope({ caller, key }, scope);
  return caller;
};

/** The draft again: hours may lie between the first byte and the last. */
const placeOf = (req: PayloadRequest, portal: PortalContext, { transfer }: UploadPlace) =>
  storedTransfers.find(
    { req, portal, caller: assertSender(portal.principalOf(req.user), null) },
    String(transfer),
  );

/** A draft, for large uploads. */
export const transferTarget: UploadTarget = {
  name: 'transfer',
  async admit({ id, size }, { req, portal, caller, key }) {
    const transfer = await storedTransfers
      .find({ req, portal, caller: assertSender(caller, key) }, id)
      .catch((error: unknown) => {
        if (!isApiError(error) || error.code !== 'not_found') throw error;
        throw validationFailed([{ path: 'target', message: say('transfers:errors:unknown') }]);
      });
    assertStatus(transfer, ['draft']);
    const files = await filesOf(req, portal, transfer.id);
    return {
      place: { transfer: idText(transfer.id) },
      maxBytes: largestFileIn(req.payload, portal),
      beside: {
        member: 'transfer',
        assertRoom: (sizes) =>
          assertWithinLimits([...files, ...[...sizes, size].map((size_bytes) => ({ size_bytes }))]),
      },
    };
  },
  async look({ req, portal, place }) {
    assertStatus(await placeOf(req, portal, place), ['draft']);
  },
  async take({ req, portal, place, file }) {
    const transfer = await placeOf(req, portal, place);
    return (await takeFile({ req, portal, transfer, file })).id;
  },
};

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
const assertWithinLimits = (files: readonly Pick<TransferFile, 'size_bytes'>[]): void => {
  if (files.length > limits.files)
    throw new ApiError('conflict', say('transfers:errors:manyFiles', { most: limits.files }));
  if (files.reduce((sum, { size_bytes }) => sum + size_bytes, 0) > limits.bytes)
    throw new ApiError('payload_too_large', say('transfers:errors:tooLarge', { most: limits.bytes }));
};
