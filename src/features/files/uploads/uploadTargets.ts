import type { CollectionSlug } from 'payload';
import { isClient } from '../../../core/access/roles.ts';
import { toRecordId } from '../../../core/database/ids.ts';
import type {
  AdmittedUpload,
  AnnouncedUpload,
  CompleteUpload,
  Uploader,
  UploadTarget,
} from '../../../core/ports/upload.ts';
import { ApiError } from '../../../core/shared/errors/errors.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import { assertPlace } from '../record/fileRules.ts';
import { largestFileIn } from '../storage/storageOf.ts';

const admit =
  (field: 'folder' | 'ticket') =>
  async ({ id, metadata }: AnnouncedUpload, { req, portal, caller }: Uploader): Promise<AdmittedUpload> => {
    // Only users have folders and tickets.
    if (caller === null) throw new ApiError('forbidden', say('errors:role:forbids'));
    if (metadata.internal !== undefined && isClient(caller))
      throw new ApiError('forbidden', say('errors:role:forbids'));
    await assertPlace(req, portal, { field, id, path: 'target' });
    if (metadata.ticket !== undefined)
      await assertPlace(req, portal, { field: 'ticket', id: metadata.ticket, path: 'ticket' });
    const maxBytes = largestFileIn(req.payload, portal);
    const record = toRecordId(req.payload, { path: 'target', id });
    const ticket =
      metadata.ticket === undefined ? null : toRecordId(req.payload, { path: 'ticket', id: metadata.ticket });
    const internal = metadata.internal === 'true';
    return { place: { ticket, [field]: record, internal }, maxBytes };
  };

const take = async ({ req, portal, place, file }: CompleteUpload): Promise<RecordId> => {
  const { payload } = req;
  const { id } = await payload.create({
    collection: portal.options.slugs.files as CollectionSlug,
    data: { ...place },
    file,
    depth: 0,
    overrideAccess: false,
    req,
  });
  return id;
};

/** A folder, whose file may be attached to a ticket too, and a ticket, whose files go into the folder of its organization. */
export const uploadTargets: readonly UploadTarget[] = [
  { name: 'file', metadata: ['internal', 'ticket'], admit: admit('folder'), take },
  { name: 'ticket', metadata: ['internal'], admit: admit('ticket'), take },
];
