import type { CollectionBeforeChangeHook } from 'payload';
import type { PortalContext } from '../src/context.ts';
import { type AdmittedFile, admittedFile } from '../src/files/admittedFile.ts';
import { placeFile } from '../src/files/place.ts';
import { fileForAdapter } from '../src/files/storage/fileForAdapter.ts';
import { storageOf } from '../src/files/storage.ts';
import { isApiError, validationFailed } from '../src/shared/errors.ts';
import { withOwnMoments } from '../src/shared/moments.ts';

/** Decides to whom a file belongs, has it scanned, and hands it to the hook that stores it. */
export const buildKeepFileRules =
  (portal: PortalContext): CollectionBeforeChangeHook =>
  async (change) => {
    const { data, operation, req } = change;
    const file = admittedFile.of(req);
    if (operation !== 'create' || !file) return data;
    const organization = await placeFile({ req, portal, folder: data.folder, ticket: data.ticket });
    await scan(portal, change, file);
    const { files } = portal.options.slugs;
    if (!storageOf(req.payload, files).own) {
      req.file = await fileForAdapter(change.collection.upload.adapter, file);
    }
    const principal = portal.principalOf(req.user);
    const uploadedBy = data.uploadedBy ?? principal?.id ?? null;
    const fields = principal ? withOwnMoments(data) : data;
    const { name, mimeType, sizeBytes: filesize } = file;
    return { ...fields, organization, uploadedBy, name, mimeType, filesize };
  };

type Change = Parameters<CollectionBeforeChangeHook>[0];

const scan = async ({ options }: PortalContext, { req }: Change, file: AdmittedFile): Promise<void> => {
  const { path, name, mimeType, sizeBytes } = file;
  try {
    await options.files.scan?.({ payload: req.payload, req, path, filename: name, mimeType, sizeBytes });
  } catch (error) {
    if (isApiError(error)) throw error;
    const message = error instanceof Error && error.message ? error.message : 'The file was refused.';
    throw validationFailed([{ path: 'file', message }]);
  }
};
