import type { Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { postgresOf } from '../../core/database/pool.ts';
import { preparePortalSchema } from '../../core/database/prepareSchema.ts';
import { tableOf } from '../../core/database/table.ts';
import type { AddressErasure } from '../../core/ports/erasure.ts';

/**
 * Takes an address out of the recipients of links, with their name, and the network and the browser out of their activity.
 * The rows stay, for the counts.
 */
export const eraseRecipients = async (
  { payload, notations, before, placeholder }: AddressErasure,
  portal: PortalContext,
): Promise<void> => {
  await preparePortalSchema(payload);
  const activity = tableOf(payload, portal.options.slugs.linkActivity);
  await postgresOf(payload).pool.query(
    `with erased as (
       update support_portal.link_recipients set email = $2, name = null
       where email = any($1) and created_at <= $3 returning id::text)
     update ${activity} set network = null, browser = null where recipient_id in (select id from erased)`,
    [notations, placeholder, before],
  );
};

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
