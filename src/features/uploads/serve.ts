import { randomBytes } from 'node:crypto';
import type { Payload, PayloadRequest } from 'payload';
import { preparePortalSchema } from '../../core/database/prepareSchema.ts';
import { locationOf } from '../../core/http/headers.ts';
import { inTurnAt, lineAt } from '../../core/http/turns.ts';
import { within } from '../../core/shared/concurrency/within.ts';
import { ApiError, isApiError, notFound } from '../../core/shared/errors/errors.ts';
import { say } from '../../core/texts/say.ts';
import { readAnnouncement, targetOf, tooLarge } from './announced.ts';
import { finishUpload, isFinal } from './finish.ts';
import { deleteUpload, insertUpload, noteReceived, type UploadRow } from './rows.ts';
import { assertRoom } from './tus/store.ts';
import { protocolVersion, type Tus, tusOf } from './tus/tus.ts';
import { endWith, findOwn, toUpload, type Uploading } from './uploading.ts';

const headers = { 'Tus-Resumable': protocolVersion, 'Cache-Control': 'no-store' };

const jsonHeaders = {
  ...headers,
  'Content-Type': 'application/json; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
};

const offsetHeaders = (row: UploadRow, offset: number): Record<string, string> => ({
  'Upload-Offset': String(offset),
  'Upload-Length': row.size,
  ...(row.state === 'open' && { 'Upload-Expires': row.expires_at.toUTCString() }),
});

const assertVersion = ({ headers: given }: PayloadRequest): void => {
  if (given.get('Tus-Resumable') === protocolVersion) return;
  const version = { 'Tus-Version': protocolVersion };
  throw new ApiError('precondition_failed', say('uploads:errors:protocol'), { headers: version });
};

/** Begins an upload, once its size, its target and the room for it are known to be right. */
export const beginUpload = async (uploading: Uploading): Promise<Response> => {
  const { req, payload, portal, caller, key, holder, credential } = uploading;
  assertVersion(req);
  const { place: target, target: found, upload: announced } = readAnnouncement(req, portal);
  const { place, maxBytes, beside } = await found.admit(announced, { req, portal, caller, key, holder });
  if (maxBytes !== undefined && announced.size > maxBytes) throw tooLarge(maxBytes);
  await preparePortalSchema(payload);
  await assertRoom({ payload, portal }, announced.size);
  const { filename, filetype, size } = announced;
  const id = randomBytes(16).toString('hex');
  const user_id = caller === null ? null : String(caller.id);
  await insertUpload(req, { id, credential, user_id, target, place, filename, filetype, size }, beside);
  const tus = await tusOf(payload, portal);
  try {
    await tus.handle({ method: 'POST', id, headers: { 'Upload-Length': String(size) } });
  } catch (error) {
    await deleteUpload(payload, id);
    throw error;
  }
  if (size === 0) await finish(uploading, tus, id);
  const begun = await findOwn({ ...uploading, params: { upload_id: id } });
  return Response.json(toUpload(begun), {
    status: 201,
    headers: { ...jsonHeaders, ...offsetHeaders(begun, 0), Location: locationOf(req, id) },
  });
};

/** The state of an upload: the position from which it goes on, and in the end its file. */
export const readUpload = async (uploading: Uploading): Promise<Response> => {
  const { req, payload, portal } = uploading;
  let row = await findOwn(uploading);
  // A HEAD comes as a GET from some servers. A HEAD of the protocol ends a request that still sends.
  if (req.headers.has('Tus-Resumable')) {
    assertVersion(req);
    assertNotRefused(row);
  }
  let offset = Number(row.state === 'taken' ? row.size : row.received);
  if (row.state === 'open') {
    const tus = await tusOf(payload, portal);
    const isExact = req.headers.has('Tus-Resumable');
    offset = isExact ? await exactOffsetOf(payload, tus, row.id) : await roughOffsetOf(tus, row.id);
    if (offset === Number(row.size)) {
      await finish(uploading, tus, row.id);
      row = await findOwn(uploading);
    }
  }
  const output = { ...toUpload(row), ...(row.state === 'open' && { received_bytes: offset }) };
  return Response.json(output, { headers: { ...jsonHeaders, ...offsetHeaders(row, offset) } });
};

/** One request at a time: each that waits for the lock of an upload asks the database for it again and again. */
const exactOffsetOf = (payload: Payload, tus: Tus, id: string): Promise<number> =>
  inTurnAt(
    payload,
    `offset of upload ${id}`,
    async () => Number((await tus.handle({ method: 'HEAD', id, headers: {} })).get('Upload-Offset')),
    1,
  );

const roughOffsetOf = async ({ bytes }: Tus, id: string): Promise<number> => {
  const count = await bytes.countBytes(id);
  if (count === null) throw notFound();
  return count;
};

/** Chunks of one upload at once in this process: one is taken, and the newest of the others takes over. */
const mostChunks = 4;

/** @throws {ApiError} `conflict` for one more: each that waits asks the database for the lock again and again */
const inChunkTurn = <Result>(payload: Payload, id: string, work: () => Promise<Result>): Promise<Result> => {
  const subject = `chunks of upload ${id}`;
  if (lineAt(payload, subject) >= mostChunks) throw new ApiError('conflict', say('uploads:errors:busy'));
  return inTurnAt(payload, subject, work, mostChunks);
};

/** Adds a chunk; the last one makes the file. */
export const appendUpload = async (uploading: Uploading): Promise<Response> => {
  const { req, payload, portal } = uploading;
  assertVersion(req);
  const row = await findOwn(uploading);
  if (req.headers.get('Content-Type') !== 'application/offset+octet-stream')
    throw new ApiError('unsupported_media_type', say('uploads:errors:chunk'));
  if (req.headers.has('Upload-Length')) throw new ApiError('bad_request', say('uploads:errors:lengthFixed'));
  const given = req.headers.get('Upload-Offset') ?? '';
  if (!/^\d{1,15}$/.test(given)) throw new ApiError('bad_request', say('uploads:errors:offset'));
  if (row.state !== 'open') return repeatLast(row, Number(given));
  await assertTaken(uploading, row);
  await assertRoom({ payload, portal }, 0);
  const tus = await tusOf(payload, portal);
  const length = req.headers.get('Content-Length');
  const chunk = {
    'Content-Type': 'application/offset+octet-stream',
    'Upload-Offset': given,
    ...(length !== null && { 'Content-Length': length }),
  };
  let answered: Headers;
  try {
    answered = await inChunkTurn(payload, row.id, () =>
      tus.handle({ method: 'PATCH', id: row.id, headers: chunk, body: req.body, signal: req.signal }),
    );
  } catch (error) {
    const now = await findOwn(uploading);
    if (now.state === 'open') throw error;
    // Another request has brought the last byte meanwhile.
    return repeatLast(now, Number(given));
  }
  // Their bytes wait with the upload, and do not become a file.
  await uploading.assertStill();
  const offset = Number(answered.get('Upload-Offset'));
  await noteReceived(payload, row.id, offset);
  if (offset === Number(row.size)) await finish(uploading, tus, row.id);
  return new Response(null, { status: 204, headers: { ...headers, ...offsetHeaders(row, offset) } });
};

/** @throws {ApiError} the refusal of a place that does not take the file any more; the upload ends with it */
const assertTaken = async (uploading: Uploading, { place, target }: UploadRow): Promise<void> => {
  const { portal, req } = uploading;
  try {
    await targetOf(portal, target)?.look?.({ req, portal, place });
  } catch (error) {
    if (isApiError(error) && isFinal(error)) await endWith(uploading, error);
    throw error;
  }
};

/**
 * To programs that speak the protocol, a position at the end says that the file is there.
 *
 * @throws {ApiError} the refusal that ended the upload
 */
const assertNotRefused = ({ error, state }: UploadRow): void => {
  if (state === 'refused' && error) throw new ApiError(error.error, error.message);
};

/** The sender of the last chunk may have lost its answer. */
const repeatLast = (row: UploadRow, offset: number): Response => {
  assertNotRefused(row);
  if (offset !== Number(row.size))
    throw new ApiError('conflict', say('uploads:errors:otherOffset', { received: Number(row.size) }));
  return new Response(null, { status: 204, headers: { ...headers, ...offsetHeaders(row, offset) } });
};

export const endUpload = async (uploading: Uploading): Promise<Response> => {
  const { req, payload, portal } = uploading;
  assertVersion(req);
  const row = await findOwn(uploading);
  if (row.state !== 'open') throw new ApiError('conflict', say('uploads:errors:complete'));
  const tus = await tusOf(payload, portal);
  await tus.handle({ method: 'DELETE', id: row.id, headers: {} });
  await deleteUpload(payload, row.id);
  return new Response(null, { status: 204, headers });
};

/** Time for which the answer to the last byte waits for the file, in milliseconds: less than proxies wait. */
const patience = 20_000;

/**
 * Creates the file. If that takes longer than the response can wait, or fails, it is continued in the background: the bytes
 * are stored, and `status` shows the progress.
 *
 * @throws {ApiError} the refusal of the file
 */
const finish = async ({ req, payload, portal }: Uploading, tus: Tus, id: string): Promise<void> => {
  const work = finishUpload({ payload, portal, bytes: tus.bytes }, id, req).catch((err: unknown) => {
    if (isApiError(err)) return err;
    payload.logger.error({ err, msg: 'A complete upload could not become a file; it is tried again.' });
    return null;
  });
  const refusal = await within(work, patience, null);
  if (refusal) throw refusal;
};
