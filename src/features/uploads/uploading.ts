import type { Payload, PayloadRequest } from 'payload';
import { z } from 'zod';
import type { ApiKey } from '../../core/access/apiKey.ts';
import { isClient, type Principal } from '../../core/access/roles.ts';
import type { PortalContext } from '../../core/context.ts';
import { iso } from '../../core/database/time.ts';
import type { OpenContext, OperationContext } from '../../core/http/operationContext.ts';
import { type ApiError, notFound } from '../../core/shared/errors/errors.ts';
import { refuseUpload } from './finish.ts';
import { findUpload, type UploadRow } from './rows.ts';
import { tusOf } from './tus/tus.ts';

/** A request of one who uploads: a user or the holder of a link. */
export interface Uploading {
  readonly req: PayloadRequest;
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly params: Readonly<Record<string, string>>;
  readonly caller: Principal | null;
  readonly key: ApiKey | null;
  /** The holder of a link, as its feature found it, for targets; null for a user. */
  readonly holder: unknown;
  /** Stands for the credential: uploads of others are not there. */
  readonly credential: string;
  /**
   * Identifies the sender anew if the bytes came slowly.
   *
   * @throws {ApiError} the refusal of one who has lost their rights meanwhile
   */
  assertStill(): Promise<unknown>;
}

export const byUser = (context: OperationContext, assertStill: Uploading['assertStill']): Uploading => {
  const { caller, key } = context;
  const kind = isClient(caller) ? 'client' : 'user';
  const credential = key ? `key:${key.id}` : `${kind}:${caller.id}`;
  return { ...context, holder: null, credential, assertStill };
};

/**
 * Returns null for a request without a credential of the features' own.
 *
 * @throws {ApiError} the refusal of one that has ended; the unfinished upload that it asks for goes
 */
export const byHolder = async (context: OpenContext): Promise<Uploading | null> => {
  for (const { uploadCredential } of context.portal.features) {
    const found = await uploadCredential?.admit(context);
    if (!found) continue;
    // A browser may be logged in as someone whose rights have nothing to do with this.
    context.req.user = null;
    const assertStill = async () => context.isSlow() && byHolder({ ...context, countStranger: () => {} });
    const uploading = {
      ...context,
      caller: null,
      key: null,
      holder: found.value,
      credential: found.id,
      assertStill,
    };
    if (found.ended === null) return uploading;
    context.countStranger();
    await endWith(uploading, found.ended);
    throw found.ended;
  }
  return null;
};

/** @throws {ApiError} `not_found` also for an upload that another credential began */
export const findOwn = async ({ payload, params, credential }: Uploading): Promise<UploadRow> => {
  const row = await findUpload(payload, params.upload_id ?? '');
  if (!row || row.credential !== credential || row.expires_at.getTime() <= Date.now()) throw notFound();
  return row;
};

/** Ends the upload that a request asks for, if it is open. */
export const endWith = async (uploading: Uploading, refusal: ApiError): Promise<void> => {
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

export const toUpload = (row: UploadRow): z.input<typeof upload> => ({
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
