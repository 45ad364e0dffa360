import { readFile } from 'node:fs/promises';
import type { File, PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { afterCommit, afterRollback } from '../../../core/database/transaction.ts';
import { publishEvent } from '../../../core/events/publish.ts';
import { factOf } from '../../../core/request/facts.ts';
import { validationFailed } from '../../../core/shared/errors/errors.ts';
import { removeFile } from '../../../core/shared/files/removeFile.ts';
import { idText, idTextOrNull, type RecordId, relationId } from '../../../core/shared/values/ids.ts';
import { type Sentence, say } from '../../../core/texts/say.ts';
import type { StoredFile } from '../record/storedFile.ts';
import { storageOf } from '../storage/storageOf.ts';
import { type AdmittedFile, admitFile, admittedFile, discardFile, standInFor } from './admittedFile.ts';

/** A request that creates a file. The steps follow each other, each called by a hook of the collection. */
interface Uploading {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
}

interface Admitted {
  readonly req: PayloadRequest;
  readonly file: AdmittedFile;
  /** The slug of the collection that stores it. */
  readonly collection: string;
}

/**
 * Runs first: admits the file before the CMS reads it, whichever API received it.
 *
 * @throws {ApiError} `validation_failed` for a request without a file; the errors of {@link admitFile}
 */
export const takeUpload = async ({ req, portal }: Uploading): Promise<void> => {
  const { file } = req;
  // Without a file the CMS would fetch the address in `data.url`. With a context the bytes are elsewhere, under a client's
  // name.
  if (!file || 'clientUploadContext' in file) throw rejected(say('errors:file:missing'));
  const maxBytes = Math.max(portal.options.files.maxBytes, factOf(req, 'largestFile') ?? 0);
  // The bytes of a rejected file are gone, and the CMS would fail to delete them again.
  req.file = undefined;
  const admitted = await admitFile(file, { temporaryFiles: portal.temporaryFiles, maxBytes });
  admittedFile.set(req, admitted);
  await afterRollback(req, () => discardFile(admitted));
  req.file = standInFor(admitted);
};

/** Drops the values by which a caller would choose the place in a storage: the storage plugin's own ones hold. */
export const leavePlaceToStorage = (data: Record<string, unknown>): void => {
  for (const name of ['prefix', '_objectKey']) delete data[name];
};

/** @throws {ApiError} `validation_failed` for a change that brings a file */
export const assertNoUpload = async ({ file }: PayloadRequest): Promise<void> => {
  if (!file) return;
  if (file.tempFilePath) await removeFile(file.tempFilePath);
  throw rejected(say('errors:file:neverReplaced'));
};

const rejected = (message: Sentence) => validationFailed([{ path: 'file', message }]);

/** Second: gives the bytes to a storage adapter of the CMS, if there is one. */
export const handToAdapter = async (
  { req, file, collection }: Admitted,
  adapter: string | undefined,
): Promise<void> => {
  if (!storageOf(req.payload, collection).own) req.file = await fileForAdapter(adapter, file);
};

/** Third: stores the bytes before the row is committed. If it is not, they go again. */
export const storeUpload = async ({ req, file, collection }: Admitted, doc: StoredFile): Promise<void> => {
  const storage = storageOf(req.payload, collection);
  await afterRollback(req, () => storage.undo(doc));
  await storage.own?.keep(file.path, file.storedName);
};

/**
 * Compares the stored file with the received one, after all hooks of storage plugins.
 *
 * @throws if they differ
 */
export const confirmStored = async ({ req, file, collection }: Admitted, doc: StoredFile): Promise<void> => {
  const size = await storageOf(req.payload, collection).sizeOf(doc);
  if (size !== file.sizeBytes) {
    throw new Error(`The file has ${file.sizeBytes} bytes, and the storage has ${size ?? 'none'} of them.`);
  }
  // The CMS would take the temporary file away by itself, and fail if it is gone.
  req.file = undefined;
  admittedFile.forget(req);
  // Until the commit the file marks the stored bytes, in case this process dies.
  await afterCommit(req, () => discardFile(file));
};

/** Publishes the event of a new file. A file that clients do not see has no event until it is sent. */
export const announceFile = async (
  { req, portal }: Uploading,
  file: StoredFile & Readonly<Record<string, unknown>>,
): Promise<void> => {
  if (file.internal === true) return;
  await publishFile(
    { req, portal },
    {
      ...file,
      mime_type: file.mimeType,
      created_at: String(file.createdAt),
      organization_id: relationId(file.organization),
      folder_id: relationId(file.folder),
      ticket_id: relationId(file.ticket),
      uploaded_by_id: relationId(file.uploadedBy),
    },
  );
};

/** A file whose event is published: a row, or a document of the CMS. */
interface PublishedFile {
  readonly id: RecordId;
  readonly name: string;
  readonly filesize: string | number;
  readonly mime_type: string;
  readonly created_at: Date | string;
  readonly organization_id: RecordId | null;
  readonly folder_id: RecordId | null;
  readonly ticket_id: RecordId | null;
  readonly uploaded_by_id: RecordId | null;
}

/** Publishes the event of a file that clients see from now on. */
export const publishFile = async ({ req, portal }: Uploading, file: PublishedFile): Promise<void> => {
  const uploadedAt = new Date(file.created_at);
  await publishEvent(
    { req, portal },
    {
      event: 'file.uploaded',
      timestamp: uploadedAt,
      organization: file.organization_id,
      data: {
        id: idText(file.id),
        filename: file.name,
        size_bytes: Number(file.filesize),
        mime_type: file.mime_type,
        folder_id: idTextOrNull(file.folder_id),
        ticket_id: idTextOrNull(file.ticket_id),
        uploaded_at: uploadedAt.toISOString(),
        uploaded_by: idTextOrNull(file.uploaded_by_id),
      },
    },
  );
};

interface FileOnDisk {
  readonly path: string;
  readonly storedName: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
}

/** S3 takes no more in one request, in bytes. */
const largestPut = 5 * 1024 ** 3;

/**
 * A file in the form that the named storage adapter takes. `s3` streams it from disk. Any other may need all of the bytes in
 * memory, and one that does stores nothing for a file on disk and reports success.
 */
const fileForAdapter = async (
  adapter: string | undefined,
  { path, storedName, mimeType, sizeBytes }: FileOnDisk,
): Promise<File> => {
  const file = { name: storedName, mimetype: mimeType, size: sizeBytes };
  if (adapter !== 's3') return { ...file, data: await readFile(path) };
  // The length of `data`, and nothing else of it, tells @payloadcms/storage-s3 3.90.1 to send one streamed request.
  // Without it four parts of 50 MB each are held in memory.
  return { ...file, data: Buffer.alloc(sizeBytes < largestPut ? 1 : 0), tempFilePath: path };
};
