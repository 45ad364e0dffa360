import type { PortalContext } from '../../core/context.ts';
import { postgresOf } from '../../core/database/pool.ts';
import { preparePortalSchema } from '../../core/database/prepareSchema.ts';
import { tableOf } from '../../core/database/table.ts';
import type { AddressErasure } from '../../core/ports/erasure.ts';

/**
 * Takes the name of an erased recipient out of the files that they have sent, and an address that someone gave as their name.
 * The recipients themselves were erased before.
 */
export const eraseSenders = async (
  { payload, notations, before, placeholder }: AddressErasure,
  portal: PortalContext,
): Promise<void> => {
  await preparePortalSchema(payload);
  await postgresOf(payload).pool.query(
    `update ${tableOf(payload, portal.options.slugs.files)} f
     set uploaded_via = jsonb_set(uploaded_via, '{name}', to_jsonb($2::text))
     where uploaded_via is not null and uploaded_via->>'name' is distinct from $2 and (
       (lower(uploaded_via->>'name') = any($1) and f.created_at <= $3)
       or f.id::text in (
         select u.file_id from support_portal.upload_request_files u
         join support_portal.link_recipients r on r.id = u.recipient_id where r.email = $2))`,
    [notations, placeholder, before],
  );
};
