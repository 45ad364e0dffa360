import type { Payload } from 'payload';
import { portalPool } from '../../core/database/pool.ts';
import { tableOf } from '../../core/database/table.ts';
import { keptOn } from '../../core/shared/concurrency/keptOn.ts';
import type { RecordId } from '../../core/shared/values/ids.ts';

/** Precision of `last_used_at`, in milliseconds. */
const betweenWrites = 60_000;

/** Times at which this process last wrote it, by key: requests of the same moment write once. */
const writtenBy = (payload: Payload): Map<RecordId, number> => keptOn(payload, 'keyUse', () => new Map());

/** Notes that a key is used: beside the request, and at most once a minute. */
export const noteUse = (
  payload: Payload,
  slug: string,
  { id, last_used_at }: { id: RecordId; last_used_at: Date | null },
): void => {
  const now = Date.now();
  const written = writtenBy(payload);
  const last = Math.max(last_used_at?.getTime() ?? 0, written.get(id) ?? 0);
  if (now - last < betweenWrites) return;
  written.set(id, now);
  portalPool(payload)
    .query(`update ${tableOf(payload, slug)} set last_used_at = now() where id = $1`, [id])
    .catch((error: Error) => payload.logger.warn(`The use of an API key was not recorded: ${error.message}`));
};
