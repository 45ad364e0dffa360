import type { Payload } from 'payload';
import { idColumnType } from '../../core/database/ids.ts';

/** The condition that a record is addressed to an address, which is its value. */
export const addressedToSql = (payload: Payload, slug: string, kind: string): string =>
  `id in (select record_id::${idColumnType(payload, slug)} from support_portal.link_recipients
    where kind = '${kind}' and email = ?)`;
