import type { CollectionSlug, File, PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import { ApiError, notFound, validationFailed } from '../../../core/shared/errors/errors.ts';
import { cleanFileName, typeOfFile } from '../../../core/shared/text/fileName.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import type { StoredFile } from '../../files/feature.ts';
import { type AtLink, findRecipient, noteOpened, type StoredLink } from '../../links/feature.ts';
import { findPeople } from '../../people/feature.ts';
import { publishRequest } from '../events.ts';
import { assertStatus } from '../operations/request.ts';
import { itemsAfterUpload } from '../record/items.ts';
import { noteRequest, type StoredRequest, storedRequests } from '../record/storedRequest.ts';
import { limits, requestKind } from '../vocabulary.ts';
import { accepts, mayAccept } from './accept.ts';
import { addFile, filesOfRequest, type RequestFile } from './requestFiles.ts';

/** A file on its way to a request, as far as it is known. */
interface OfferedFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly itemId: string | null;
}

/**
 * @param files the files that the request has; a rejected one takes no place, for it is to be sent again
 * @throws {ApiError} `conflict`, `validation_failed`, `payload_too_large` for a file that a request does not take
 */
const assertTakes = (request: StoredRequest, files: readonly RequestFile[], offered: OfferedFile): void => {
  assertStatus(request, ['open']);
  const { itemId, name, sizeBytes } = offered;
  if (itemId !== null && !request.items.some(({ id }) => id === itemId))
    throw validationFailed([{ path: 'item_id', message: say('uploadRequests:errors:noItem') }]);
  const most = request.max_files ?? limits.files;
  if (files.filter(({ is_rejected }) => !is_rejected).length >= most)
    throw new ApiError('payload_too_large', say('uploadRequests:errors:tooManyFiles', { most }));
  if (request.max_bytes !== null && sizeBytes > request.max_bytes)
    throw new ApiError(
      'payload_too_large',
      say('uploadRequests:errors:tooLarge', { name, most: request.max_bytes }),
    );
};

const notAccepted = ({ accept }: StoredRequest, name: string): ApiError =>
  new ApiError(
    'unsupported_media_type',
    say('uploadRequests:errors:notAccepted', { name, accept: accept.join(', ') }),
  );

/**
 * Looks at a file before its bytes are there, or have been looked at.
 *
 * @returns the request of the link
 * @throws {ApiError} `not_found`, `conflict`, `validation_failed`, `payload_too_large`, `unsupported_media_type`
 */
export const assertAwaited = async (at: AtLink, offered: OfferedFile): Promise<StoredRequest> => {
  const request = await requestAt(at);
  assertTakes(request, await filesOfRequest(at.req, request.id), offered);
  if (offered.name !== '' && !mayAccept(request.accept, offered.name))
    throw notAccepted(request, offered.name);
  if (request.folder_id === null && request.ticket_id === null)
    throw new ApiError('conflict', say('uploadRequests:errors:folderGone'));
  return request;
};

/** @throws {ApiError} `unsupported_media_type` */
const assertAccepted = async (request: StoredRequest, path: string, file: File): Promise<void> => {
  const { accept } = request;
  const name = cleanFileName(file.name);
  // The upload itself refuses a file without a name.
  if (accept.length === 0 || name === null) return;
  const mimeType = await typeOfFile(path, file.mimetype || null);
  if (!accepts(accept, { name, mimeType })) throw notAccepted(request, name);
};

/** The client of a link's address, if they belong to the organization of the request; null for anyone else. */
const clientOf = async (
  req: PayloadRequest,
  portal: PortalContext,
  { email }: StoredLink,
  { organization_id }: StoredRequest,
): Promise<RecordId | null> => {
  const people = email === null ? [] : await findPeople(req, portal, email);
  const [person] = people;
  if (people.length !== 1 || person?.principal.role !== 'client') return null;
  const isOfIt = person.principal.organizations.some((one) => String(one) === String(organization_id));
  return isOfIt ? person.principal.id : null;
};

interface SenderAtLink extends AtLink {
  /** The name that the sender gave, for a link that is no one's. */
  readonly senderName: string | null;
}

/** The name of the sender by a link, for the team. */
const nameOf = async ({ req, link, senderName }: SenderAtLink): Promise<string | null> => {
  if (link.recipient_id === null) return senderName ?? link.label;
  const target = { kind: requestKind, recordId: link.record_id };
  return (await findRecipient(req, target, link.recipient_id))?.name ?? link.email;
};

/** The request of a link. @throws {ApiError} `not_found` for one that is gone */
export const requestAt = async (
  { req, portal, link, record }: AtLink,
  locked?: 'locked',
): Promise<StoredRequest> => {
  const request =
    link.kind === requestKind ? await storedRequests.read(req, portal, record.id, locked) : null;
  if (!request) throw notFound();
  return request;
};

/**
 * Takes a file that came by a link, by the ordinary way of an upload, in one transaction. If it is refused, nothing of it is
 * kept.
 *
 * @param file with `tempFilePath`
 * @throws {ApiError} `conflict`, `validation_failed`, `payload_too_large`, `unsupported_media_type`
 */
export const receiveFile = async (
  at: SenderAtLink,
  file: File,
  itemId: string | null,
): Promise<RequestFile> => {
  const { req, portal, link } = at;
  const { payload } = req;
  const offered = { name: cleanFileName(file.name) ?? '', sizeBytes: file.size, itemId };
  const before = await assertAwaited(at, offered);
  await assertAccepted(before, file.tempFilePath ?? '', file);
  const uploadedBy = await clientOf(req, portal, link, before);
  const name = await nameOf(at);
  // A browser may be logged in as someone whose rights have nothing to do with this.
  req.user = null;
  return inTransaction(req, async () => {
    const created = (await payload.create({
      collection: portal.options.slugs.files as CollectionSlug,
      data: {
        folder: before.folder_id,
        ticket: before.ticket_id,
        uploadedBy,
        uploadedVia: { type: requestKind, id: idText(before.id), name },
      } as never,
      file,
      depth: 0,
      // The link has let them in.
      overrideAccess: true,
      req,
    })) as unknown as StoredFile;
    // Checked only now, so that a large file holds up no other: the request may have been closed meanwhile.
    const request = await requestAt(at, 'locked');
    assertTakes(request, await filesOfRequest(req, request.id), offered);
    await noteOpened(at);
    const added = await addFile(req, request.id, {
      id: idText(created.id),
      filename: created.name,
      size_bytes: Number(created.filesize),
      mime_type: created.mimeType,
      item_id: itemId,
      link_id: link.id,
      recipient_id: link.recipient_id,
    });
    const changed = await storedRequests.change(req, portal, request.id, {
      items: itemsAfterUpload(request.items, itemId),
    });
    await noteRequest(req, portal, changed, {
      kind: 'uploaded',
      link,
      fileId: added.id,
      bytes: added.size_bytes,
      isByHolder: true,
    });
    await publishRequest({ req, portal }, 'upload_request.received', changed, {
      recipient_id: link.recipient_id,
      link_id: link.id,
      file_id: added.id,
      item_id: itemId,
    });
    return added;
  });
};
