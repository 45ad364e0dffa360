import type { Payload } from 'payload';
import type { Principal } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { seenKey } from './seenKey.ts';

/** The moment of the newest reply that a reader has seen on each ticket, by its id, in ISO 8601. Only the newest are known. */
export type Seen = Readonly<Record<string, string>>;

/** The replies that a reader has seen, as the pages of tickets noted them in the CMS's preferences. */
export const readSeen = async (
  payload: Payload,
  { options }: PortalContext,
  { id }: Pick<Principal, 'id'>,
): Promise<Seen> => {
  const { docs } = await payload.find({
    collection: 'payload-preferences',
    where: {
      and: [
        { key: { equals: seenKey } },
        { 'user.value': { equals: id } },
        { 'user.relationTo': { equals: options.slugs.users } },
      ],
    },
    depth: 0,
    limit: 1,
    pagination: false,
    // The reader's own.
    overrideAccess: true,
  });
  const value: unknown = docs[0]?.value;
  return Object.fromEntries(
    Object.entries(Object(value)).filter(([, at]) => !Number.isNaN(Date.parse(String(at)))),
  ) as Seen;
};
