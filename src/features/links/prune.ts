import type { Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { postgresOf } from '../../core/database/pool.ts';
import { tableOf } from '../../core/database/table.ts';

/** Days for which the activity of links is kept. */
const daysKept = 365;

/** Rows that one statement deletes. */
const batch = 5_000;

export const pruneActivity = async (payload: Payload, { options }: PortalContext): Promise<void> => {
  const table = tableOf(payload, options.slugs.linkActivity);
  for (let deleted = batch; deleted === batch; ) {
    const { rowCount } = await postgresOf(payload).pool.query(
      `delete from ${table} where id in (
         select id from ${table} where at < now() - interval '${daysKept} days' limit ${batch})`,
    );
    deleted = rowCount ?? 0;
  }
};
