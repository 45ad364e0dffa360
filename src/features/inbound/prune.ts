import type { Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { postgresOf } from '../../core/database/pool.ts';
import { tableOf } from '../../core/database/table.ts';
import { removeRawMail } from './rawMail.ts';
import type { StoredMail } from './storedMail.ts';
import { keptDays } from './vocabulary.ts';

const batchSize = 100;

/**
 * Deletes raw messages: of mails that were held or failed 30 days ago, and of settled ones whose process died before it
 * deleted them; and all texts that are 30 days old. The rows stay.
 */
export const pruneInboundMails = async (payload: Payload, { options }: PortalContext): Promise<void> => {
  const slug = options.slugs.inboundMails;
  const table = tableOf(payload, slug);
  const isOver = `processed_at < now() - interval '${keptDays} days'`;
  for (let left = batchSize; left === batchSize; ) {
    const { rows } = await postgresOf(payload).pool.query<StoredMail>(
      `select id, filename, filesize from ${table}
       where filename is not null and outcome is not null and processed_at < now() - interval '1 hour'
         and (outcome not in ('held', 'failed') or ${isOver})
       limit ${batchSize}`,
    );
    for (const mail of rows) await removeRawMail(payload, slug, mail);
    left = rows.length;
  }
  await postgresOf(payload).pool.query(
    `delete from support_portal.new_people where created_at <= now() - interval '1 day'`,
  );
  await postgresOf(payload).pool.query(
    `update ${table} set text = null where text is not null and ${isOver}`,
  );
};
