import type { Payload } from 'payload';
import type { Principal } from '../access/roles.ts';
import { isId } from '../database/ids.ts';
import { postgresOf } from '../database/pool.ts';
import { tableOf } from '../database/table.ts';
import { notFound } from '../shared/errors.ts';
import { type StoredTicket, ticketColumns } from './lockTicket.ts';

/** @throws {ApiError} `not_found` for a ticket that is not there, or not in reach */
export const findTicket = async (
  payload: Payload,
  slug: string,
  { spans, organizations }: Principal,
  id: string,
): Promise<StoredTicket> => {
  if (!isId(payload, id)) throw notFound();
  const reach = spans ? '' : 'and organization_id = any($2)';
  const { rows } = await postgresOf(payload).pool.query<StoredTicket>(
    `select ${ticketColumns} from ${tableOf(payload, slug)} where id = $1 ${reach}`,
    spans ? [id] : [id, organizations],
  );
  const [row] = rows;
  if (!row) throw notFound();
  return row;
};
