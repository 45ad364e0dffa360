import type { Payload } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { postgresOf } from '../../../core/database/pool.ts';
import { tableOf } from '../../../core/database/table.ts';
import { foldAddress, notationsOf } from '../../../core/shared/addresses/notations.ts';
import type { LaneName } from '../reading/reader.ts';

/**
 * The lane of a message, that of known senders or that of strangers, as an expression. The address proves nothing, but each
 * address has its share of an hour. Domains do not count, because anyone can invent any number of addresses at a client's domain.
 *
 * @param address the parameter of the notations of the sender's address, such as `$2`; null for none
 */
export const laneSql = (users: string, address: string): string =>
  `case when exists (select from ${users} where lower(email) = any(${address})) then 'known' else 'strangers' end`;

/** Chooses the lane of a message by the address of its sender. */
export const laneOf = async (
  payload: Payload,
  { options }: PortalContext,
  address: string | null,
): Promise<LaneName> => {
  const { rows } = await postgresOf(payload).pool.query<{ lane: LaneName }>(
    `select ${laneSql(tableOf(payload, options.slugs.users), '$1')} as lane`,
    [address && notationsOf(foldAddress(address))],
  );
  return rows[0]?.lane ?? 'strangers';
};
