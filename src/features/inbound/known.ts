import type { Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { postgresOf } from '../../core/database/pool.ts';
import { tableOf } from '../../core/database/table.ts';
import { foldAddress } from '../../core/shared/text.ts';
import { organizationsOfDomain } from '../people/feature.ts';
import type { Senders } from './reading/reader.ts';

/** Says among whose messages one waits. Anyone may write an address into a header: it proves nothing. */
export const sendersOf = async (
  payload: Payload,
  portal: PortalContext,
  address: string | null,
): Promise<Senders> => {
  if (address === null) return 'strangers';
  const { rowCount } = await postgresOf(payload).pool.query(
    `select from ${tableOf(payload, portal.options.slugs.users)} where lower(email) = $1 limit 1`,
    [foldAddress(address)],
  );
  if (rowCount !== 0) return 'known';
  return (await organizationsOfDomain(payload, portal, address)).length > 0 ? 'known' : 'strangers';
};
