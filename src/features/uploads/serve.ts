import { randomBytes } from 'node:crypto';
import type { Payload, PayloadRequest } from 'payload';
import { z } from 'zod';
import type { ApiKey } from '../../core/access/apiKey.ts';
import { isClient, type Principal } from '../../core/access/roles.ts';
import type { PortalContext } from '../../core/context.ts';
import { preparePortalSchema } from '../../core/database/prepareSchema.ts';
import { iso } from '../../core/database/time.ts';
import { locationOf } from '../../core/http/location.ts';
import type { OpenContext, OperationContext } from '../../core/http/operation.ts';
import { ApiError, isApiError, notFound } from '../../core/shared/errors.ts';
import { within } from '../../core/shared/within.ts';
import { say } from '../../core/texts/say.ts';
import { readAnnouncement, targetOf, tooLarge } from './announced.ts';
import { finishUpload, isFinal, refuseUpload } from './finish.ts';
import { deleteUpload, findUpload, insertUpload, noteReceived, type UploadRow } from './rows.ts';
import { assertRoom } from './space.ts';
import { protocolVersion, type Tus, tusOf } from './tus/tus.ts';

/** A request of one who uploads: a user or the holder of a link. */
export interface Uploading {
  readonly req: PayloadRequest;
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly params: Readonly<Record<string, string>>;
  readonly caller: Principal | null;
  readonly key: ApiKey | null;
  /** Handed to targets. */
  readonly holder: unknown;
  /** Stands for the credential: uploads of others are not there. */
  readonly holderId: string;
}

export const byUser = (context: OperationContext): Uploading => {
  const { caller, key } = context;
  const kind = isClient(caller) ? 'client' : 'user';
  return { ...context, holder: null, holderId: key ? `key:${key.id}` : `${kind}:${caller.id}` };
};

/**
 * Null for a request without a credential of the features' own.
 *
 * @throws {ApiError} the refusal of one that has ended; the unfinished upload that it asks for goes
 */
export const byHolder = async (context: OpenContext): Promise<Uploading | null> => {
  for (const { uploadCredential } of context.portal.features) {
    const found = await uploadCredential?.admit(context);
    if (!found) continue;
    // A browser may be logged in as someone whose rights have nothing to do with this.
    context.req.user = null;
    const uploading = { ...context, caller: null, key: null, holder: found.value, holderId: found.id };
    if (found.ended === null) return uploading;
    context.countStranger();
    await endWith(uploading, found.ended);
    throw found.ended;
  }
  return null;
};

/** Ends the upload that a request asks for, if it is open. */
const endWith = async (uploading: Uploading, refusal: ApiError): Promise<void> => {
  const { payload, params, portal } = uploading;
  if (params.upload_id === undefined) return;
  const row = await findOwn(uploading).catch(() => null);
  if (row?.state !== 'open') return;
  const { bytes } = await tusOf(payload, portal);
  await refuseUpload({ payload, bytes }, row.id, refusal).catch((err: unknown) => {
    payload.logger.warn({ err, msg: `The bytes of the upload ${row.id} go with its time.` });
  });
};

export const upload = z
  .strictObject({
    id: z.string(),
    filename: z.string().meta({ examples: ['plans.zip'] }),
    size_bytes: z.int(),
    received_bytes: z
      .int()
      .describe('The bytes of an open upload at the end of the last request; `Upload-Offset` is exact.'),
    target: z.string().meta({ examples: ['ticket:17'] }),
    status: z
      .enum(['open', 'processing', 'complete', 'refused'])
      .describe('`processing`: all bytes have arrived, and become a file.'),
    file_id: z.string().nullable().describe('The file, once the upload is complete.'),
    error: z
      .strictObject({ error: z.string(), message: z.string() })
      .nullable()
      .describe('The reason of a refusal after the last byte, such as that of the scan.'),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().describe('An unfinished upload is deleted then.'),
  })
  .meta({ id: 'Upload' });

const shown = { open: 'open', received: 'processing', taken: 'complete', refused: 'refused' } as const;

const toUpload = (row: UploadRow): z.input<typeof upload> => ({
  id: row.id,
  filename: row.filename,
  size_bytes: Number(row.size),
  received_bytes: Number(row.received),
  target: row.target,
  status: shown[row.state],
  file_id: row.file_id,
  error: row.error,
  created_at: iso(row.created_at),
  expires_at: iso(row.expires_at),
});

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
  const { req, payload, portal, caller, key, holder, holderId } = uploading;
  assertVersion(req);
  const { place: target, target: found, upload: announced } = readAnnouncement(req, portal);
  const { place, maxBytes, beside } = await found.admit(announced, { req, portal, caller, key, holder });
  if (maxBytes !== undefined && announced.size > maxBytes) throw tooLarge(maxBytes);
  await preparePortalSchema(payload);
  await assertRoom({ payload, portal }, announced.size);
  const { filename, filetype, size } = announced;
  const id = randomBytes(16).toString('hex');
  const user_id = caller === null ? null : String(caller.id);
  await insertUpload(req, { id, holder: holderId, user_id, target, place, filename, filetype, size }, beside);
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
  if (req.headers.has('Tus-Resumable')) assertVersion(req);
  let offset = Number(row.state === 'open' ? row.received : row.size);
  if (row.state === 'open') {
    const tus = await tusOf(payload, portal);
    offset = await offsetOf(tus, row, req.headers.has('Tus-Resumable'));
    if (offset === Number(row.size)) {
      await finish(uploading, tus, row.id);
      row = await findOwn(uploading);
    }
  }
  const output = { ...toUpload(row), ...(row.state === 'open' && { received_bytes: offset }) };
  return Response.json(output, { headers: { ...jsonHeaders, ...offsetHeaders(row, offset) } });
};

const offsetOf = async (tus: Tus, { id }: UploadRow, isExact: boolean): Promise<number> => {
  if (isExact) return Number((await tus.handle({ method: 'HEAD', id, headers: {} })).get('Upload-Offset'));
  const count = await tus.bytes.countBytes(id);
  if (count === null) throw notFound();
  return count;
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
    answered = await tus.handle({
      method: 'PATCH',
      id: row.id,
      headers: chunk,
      body: req.body,
      signal: req.signal,
    });
  } catch (error) {
    const now = await findOwn(uploading);
    if (now.state === 'open') throw error;
    // Another request has brought the last byte meanwhile.
    return repeatLast(now, Number(given));
  }
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

/** The sender of the last chunk may have lost its answer. */
const repeatLast = (row: UploadRow, offset: number): Response => {
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

/** @throws {ApiError} `not_found` also for an upload that another credential began */
const findOwn = async ({ payload, params, holderId }: Uploading): Promise<UploadRow> => {
  const row = await findUpload(payload, params.upload_id ?? '');
  if (!row || row.holder !== holderId || row.expires_at.getTime() <= Date.now()) throw notFound();
  return row;
};

/** Time for which the answer to the last byte waits for the file, in milliseconds: less than proxies wait. */
const patience = 20_000;

/**
 * Makes the file. A large one may take longer than the answer waits, and a fault is tried again in the background: the
 * bytes are here, and `status` tells of the rest.
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
