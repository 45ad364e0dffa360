import type { Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { isApiError } from '../../core/shared/errors/errors.ts';
import { finishUpload } from './finish.ts';
import { deleteUpload, findUnsettled, noteBytesGone, type UploadRow } from './rows.ts';
import { rowLock } from './tus/rowLock.ts';
import type { OpenBytes } from './tus/store.ts';
import { tusOf } from './tus/tus.ts';

/** Finishes what was interrupted, and deletes what has ended. Also for uploads of processes that died. */
export const settleUploads = async (payload: Payload, portal: PortalContext): Promise<void> => {
  const rows = await findUnsettled(payload);
  if (rows.length === 0) return;
  const { bytes } = await tusOf(payload, portal);
  for (const row of rows) {
    try {
      await settle({ payload, portal, bytes }, row);
    } catch (err) {
      // A refusal is kept with the upload.
      if (!isApiError(err)) payload.logger.warn({ err, msg: `The upload ${row.id} waits.` });
    }
  }
};

interface Settling {
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly bytes: OpenBytes;
}

/** Time for which the deletion of an ended upload's bytes is repeated if the store fails, in milliseconds. */
const longestRemoval = 24 * 60 * 60 * 1000;

const settle = async (parts: Settling, row: UploadRow): Promise<void> => {
  const { payload, bytes } = parts;
  const over = Date.now() - row.expires_at.getTime();
  if (over >= 0) {
    await bytes.remove(row.id).catch((err: unknown) => {
      if (over < longestRemoval) throw err;
      payload.logger.warn({ err, msg: `The store kept the bytes of the upload ${row.id}, which has ended.` });
    });
    await deleteUpload(payload, row.id);
    return;
  }
  const count = await bytes.countBytes(row.id);
  if (row.state === 'taken' || row.state === 'refused') {
    await bytes.remove(row.id);
    await noteBytesGone(payload, row.id);
  } else if (count === Number(row.size)) {
    await finishUpload(parts, row.id);
  } else if (count !== null) {
    // Its process died in the middle of a chunk: the lock is free again.
    const lock = rowLock(payload, row.id);
    await lock.lock(new AbortController().signal, () => {}, 0);
    await lock.unlock();
  }
};

/** Deletes bytes on disk that belong to no upload. */
export const sweepUploads = async (payload: Payload, portal: PortalContext): Promise<void> => {
  await (await tusOf(payload, portal)).bytes.sweep();
};
