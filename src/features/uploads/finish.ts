import {
  type CollectionSlug,
  createLocalReq,
  type File,
  type Payload,
  type PayloadRequest,
  type TypedUser,
} from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { inTransaction } from '../../core/database/transaction.ts';
import { inLargeStoringTurn, inTurnAt } from '../../core/http/turns.ts';
import { setFact } from '../../core/request/facts.ts';
import { ApiError, errorTable, isApiError, toApiError } from '../../core/shared/errors/errors.ts';
import { removeFile } from '../../core/shared/files/removeFile.ts';
import { idText } from '../../core/shared/values/ids.ts';
import { say } from '../../core/texts/say.ts';
import { targetOf } from './announced.ts';
import {
  claimReceived,
  findUpload,
  markReceived,
  markRefused,
  noteBytesGone,
  noteFile,
  tryLater,
  type UploadRow,
} from './rows.ts';
import { rowLock } from './tus/rowLock.ts';
import type { OpenBytes } from './tus/store.ts';

interface Finishing {
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly bytes: OpenBytes;
}

/** The request that brought the last byte: its user, and its headers for the records of what happened. */
type SentRequest = Pick<PayloadRequest, 'user' | 'headers'>;

/**
 * Makes a complete upload a file, in one transaction: the file is there once, however often this is begun and whatever is
 * killed. A refusal is kept with the upload.
 *
 * @param request the sender's, if it is here; else their user is read
 * @throws if it failed for another reason than a refusal; then it is tried again later
 */
export const finishUpload = async (
  { payload, portal, bytes }: Finishing,
  id: string,
  request?: SentRequest,
): Promise<void> => {
  const lock = rowLock(payload, id);
  await lock.lock(new AbortController().signal, () => {});
  try {
    const row = await findUpload(payload, id);
    if (!row || row.state === 'taken' || row.state === 'refused') return;
    if (row.state === 'open') {
      if ((await bytes.countBytes(id)) !== Number(row.size)) return;
      await markReceived(payload, id);
    }
    const refusal = await take({ payload, portal, bytes }, row, request);
    await bytes.remove(id);
    await noteBytesGone(payload, id);
    if (refusal) throw refusal;
  } finally {
    await lock.unlock();
  }
};

/**
 * Ends an upload that its place does not take any more, unless it has ended already.
 *
 * @throws if another request keeps it; then its bytes go with its time
 */
export const refuseUpload = async (
  { payload, bytes }: Pick<Finishing, 'payload' | 'bytes'>,
  id: string,
  refusal: ApiError,
): Promise<void> => {
  const lock = rowLock(payload, id);
  await lock.lock(new AbortController().signal, () => {});
  try {
    if ((await findUpload(payload, id))?.state !== 'open') return;
    await markRefused(payload, id, { error: refusal.code, message: refusal.message });
    await bytes.remove(id);
    await noteBytesGone(payload, id);
  } finally {
    await lock.unlock();
  }
};

/** @returns the refusal of the file */
const take = async (
  { payload, portal, bytes }: Finishing,
  row: UploadRow,
  request: SentRequest | undefined,
): Promise<ApiError | null> => {
  try {
    const uploader = request === undefined ? await findUser(payload, portal, row) : request.user;
    const target = targetOf(portal, row.target);
    if (!target) throw new ApiError('conflict', say('errors:deletedMeanwhile'));
    const req = await createLocalReq(
      { ...(uploader && { user: uploader }), req: { headers: request?.headers ?? new Headers() } },
      payload,
    );
    setFact(req, 'largestFile', Number(row.size));
    const store = async (): Promise<void> => {
      if (!(await claimReceived(req, row.id))) return;
      const place = { req, portal, place: row.place };
      const fileId = await withFile(portal, bytes, row, (file) => target.take({ ...place, file }));
      await noteFile(req, row.id, idText(fileId));
    };
    // A storage elsewhere takes minutes for a large file: one at a time of a sender.
    const storeInTurn = () => inLargeStoringTurn(payload, () => inTransaction(req, store));
    await inTurnAt(payload, `finished uploads ${row.credential}`, storeInTurn, 1);
    return null;
  } catch (error) {
    const apiError = toApiError(error);
    if (!isFinal(apiError)) {
      await tryLater(payload, row.id);
      throw error;
    }
    await markRefused(payload, row.id, { error: apiError.code, message: apiError.message });
    return apiError;
  }
};

/** A refusal of the file or of its sender, which another try would only repeat. */
export const isFinal = (error: ApiError): boolean => isApiError(error) && errorTable[error.code].status < 500;

/** Hands over a copy of the bytes, so that they are still there if this process dies. */
const withFile = async <Result>(
  { temporaryFiles }: PortalContext,
  bytes: OpenBytes,
  { id, filename, filetype, size }: UploadRow,
  work: (file: File) => Promise<Result>,
): Promise<Result> => {
  const tempFilePath = await temporaryFiles.newPath();
  try {
    await bytes.copyTo(id, tempFilePath);
    const mimetype = filetype ?? '';
    return await work({ name: filename, size: Number(size), mimetype, data: Buffer.alloc(0), tempFilePath });
  } catch (error) {
    await removeFile(tempFilePath);
    throw error;
  }
};

/**
 * The user who began an upload, as they are now.
 *
 * @returns null if no user did
 * @throws {ApiError} `forbidden` if they are gone, or have no role any more
 */
const findUser = async (
  payload: Payload,
  portal: PortalContext,
  { user_id: id }: UploadRow,
): Promise<TypedUser | null> => {
  if (id === null) return null;
  const collection = portal.options.slugs.users as CollectionSlug;
  const found = await payload.findByID({
    collection,
    id,
    depth: 0,
    // The portal itself looks the user up; no caller asks for them.
    overrideAccess: true,
    disableErrors: true,
  });
  const user = found && ({ ...found, collection } as unknown as TypedUser);
  if (!user || !portal.principalOf(user)) throw new ApiError('forbidden', say('errors:role:forbids'));
  return user;
};
