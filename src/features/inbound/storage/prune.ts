import type { Payload } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { postgresOf } from '../../../core/database/pool.ts';
import { tableOf } from '../../../core/database/table.ts';
import { keptDays } from '../vocabulary.ts';
import { type RawMail, removeRawMail } from './rawMail.ts';

const batchSize = 100;

/**
 * Deletes raw messages that were held, failed, unwanted or accepted by staff 30 days ago, and those of settled mails whose
 * process died before it deleted them; all texts that are 30 days old; and the rows of processed messages after the time
 * for which they are kept.
 */
export const pruneInboundMails = async (payload: Payload, portal: PortalContext): Promise<void> => {
  await pruneRawMails(payload, portal);
  const table = tableOf(payload, portal.options.slugs.inboundMails);
  await postgresOf(payload).pool.query(
    `delete from support_portal.new_people where created_at <= now() - interval '1 day'`,
  );
  await postgresOf(payload).pool.query(
    `update ${table} set text = null where text is not null and ${isOver}`,
  );
  await pruneRows(payload, portal);
};

const isOver = `processed_at < now() - interval '${keptDays} days'`;

const isKept = `(outcome in ('held', 'failed') or (outcome = 'ignored' and reason in ('blocked', 'spam')) or (outcome in ('reply', 'ticket') and settled_by_id is not null))`;

const pruneRawMails = async (payload: Payload, { options }: PortalContext): Promise<void> => {
  const slug = options.slugs.inboundMails;
  for (let left = batchSize; left === batchSize; ) {
    const { rows } = await postgresOf(payload).pool.query<RawMail>(
      `select id, filename, filesize from ${tableOf(payload, slug)}
       where filename is not null and outcome is not null and processed_at < now() - interval '1 hour'
         and (not ${isKept} or ${isOver})
       limit ${batchSize}`,
    );
    for (const mail of rows) await removeRawMail(payload, slug, mail);
    left = rows.length;
  }
};

const dayLength = 24 * 60 * 60 * 1000;

/**
 * The moment before which a message in a mailbox may have had a row that has ended. A message that came since the mailbox
 * was last read has none yet, however old it is by now; a day is for clocks that differ.
 *
 * @param readAt time at which the mailbox was last read to its end; null if it never was
 * @returns null if every message has its row
 */
export const forgottenBefore = (
  { retentionDays }: PortalContext['options']['inboundMails'],
  readAt: Date | null,
): Date | null => {
  if (readAt === null || retentionDays === Number.POSITIVE_INFINITY) return null;
  return new Date(Math.min(Date.now() - retentionDays * dayLength, readAt.getTime() - dayLength));
};

const pruneRows = async (payload: Payload, { options }: PortalContext): Promise<void> => {
  const { retentionDays } = options.inboundMails;
  if (retentionDays === Number.POSITIVE_INFINITY) return;
  const slug = options.slugs.inboundMails;
  const { pool } = postgresOf(payload);
  for (let left = batchSize; left === batchSize; ) {
    const { rows } = await pool.query<RawMail>(
      `select id, filename, filesize from ${tableOf(payload, slug)}
       where received_at < now() - $1 * interval '1 day' and outcome is not null
       order by received_at limit ${batchSize}`,
      [retentionDays],
    );
    for (const mail of rows) await removeRawMail(payload, slug, mail);
    await pool.query(`delete from ${tableOf(payload, slug)} where id = any($1)`, [rows.map(({ id }) => id)]);
    left = rows.length;
  }
};
