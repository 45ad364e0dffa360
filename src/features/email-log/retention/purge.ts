import type { CollectionSlug, Payload } from 'payload';
import type { Principal } from '../../../core/access/roles.ts';
import { withDatabaseLock } from '../../../core/database/lock.ts';
import { postgresOf } from '../../../core/database/pool.ts';
import { tableOf } from '../../../core/database/table.ts';
import type { Slugs } from '../../../core/options/slugs.ts';
import { databaseNow, forgetOrphans, moveCoverage, pruneEmails } from './coverage.ts';

interface Purge {
  payload: Payload;
  slugs: Pick<Slugs, 'emailLog' | 'emailLogPurges' | 'mailDeliveries'>;
  caller: Principal;
  /** The first day that stays, or null to empty the log. */
  before: Date | null;
}

/** Number of rows after which a long purge writes a line to the server's log. */
const progressStep = 50_000;

/**
 * Deletes rows of the log, one purge at a time. The purge's record is written before the first row is deleted, and counts
 * each batch, so it is true even if the process dies.
 *
 * @returns the number of deleted rows
 */
export const purgeEmails = ({ payload, slugs, caller, before }: Purge): Promise<number> =>
  withDatabaseLock(payload, 'prune', async () => {
    const limit = await limitOf(payload, slugs.emailLog, before);
    const { id } = await payload.create({
      collection: slugs.emailLogPurges as CollectionSlug,
      data: {
        user: caller.id,
        before: before && dayOf(before),
        deleted: 0,
        createdAt: limit.now.toISOString(),
      },
      // The operation has checked the caller. The CMS lets no one write purges.
      overrideAccess: true,
      depth: 0,
    });
    await moveCoverage(payload, limit.coversSince);
    const deleted = await pruneEmails(payload, slugs, {
      before: limit.before,
      counter: { table: tableOf(payload, slugs.emailLogPurges), id },
      progressed: tellProgress(payload),
    });
    await forgetOrphans(payload, slugs);
    return deleted;
  });

/** Number of rows that a purge would delete now. */
export const countPurgeable = async ({ payload, slugs, before }: Omit<Purge, 'caller'>): Promise<number> => {
  const table = tableOf(payload, slugs.emailLog);
  const { rows } = await postgresOf(payload).pool.query<{ total: string }>(
    `select count(*) as total from ${table} where created_at < coalesce($1, 'infinity'::timestamptz)`,
    [before],
  );
  return Number(rows[0]?.total ?? 0);
};

/** A purge of everything deletes the rows that exist when it begins, so that new mails do not keep it from ending. */
const limitOf = async (payload: Payload, slug: string, before: Date | null) => {
  const now = await databaseNow(payload);
  if (before) return { now, before, coversSince: before < now ? before : now };
  const { rows } = await postgresOf(payload).pool.query<{ newest: Date | null }>(
    `select max(created_at) as newest from ${tableOf(payload, slug)}`,
  );
  const newest = rows[0]?.newest ?? now;
  const afterNewest = new Date(Math.max(newest.getTime(), now.getTime()) + 1);
  return { now, before: afterNewest, coversSince: now };
};

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

const tellProgress = (payload: Payload) => {
  let next = progressStep;
  return (total: number): void => {
    if (total < next) return;
    next = total + progressStep;
    payload.logger.info(`Purging the email log: ${total} rows are deleted.`);
  };
};
