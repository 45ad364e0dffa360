import type { Payload } from 'payload';
import { idColumnType } from '../../core/database/ids.ts';

/** The condition that a record is addressed to an address, which is its value. */
export const addressedToSql = (payload: Payload, slug: string, kind: string): string =>
  `id in (select record_id::${idColumnType(payload, slug)} from support_portal.link_recipients
    where kind = '${kind}' and email = ?)`;

/** The condition that a record belongs to a ticket, which is its value, or to one that was merged into it. */
export const ofTicketSql = (tickets: string): string =>
  `ticket_id in (with recursive merged as (
     select id from ${tickets} where id = ?
     union select t.id from ${tickets} t join merged on t.merged_into_id = merged.id) select id from merged)`;
