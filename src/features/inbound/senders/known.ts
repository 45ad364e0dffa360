import type { Payload } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { postgresOf } from '../../../core/database/pool.ts';
import { tableOf } from '../../../core/database/table.ts';
import { foldAddress } from '../../../core/shared/text/text.ts';
import type { LaneName } from '../reading/reader.ts';

/**
 * Chooses the lane of a message: that of known senders, or that of strangers. The address proves nothing, but each address
 * has its share of an hour. Domains do not count, because anyone can invent any number of addresses at a client's domain.
 */
export const laneOf = async (
  payload: Payload,
  { options }: PortalContext,
  address: string | null,
): Promise<LaneName> => {
  if (address === null) return 'strangers';
  const { rowCount } = await postgresOf(payload).pool.query(
    `select from ${tableOf(payload, options.slugs.users)} where lower(email) = $1 limit 1`,
    [foldAddress(address)],
  );
  return rowCount === 0 ? 'strangers' : 'known';
};
