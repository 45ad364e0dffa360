import type { Payload } from 'payload';
import type { Principal } from '../../../../core/access/roles.ts';
import type { PortalContext } from '../../../../core/context.ts';
import { seenKey } from '../seenKey.ts';
import { type SavedView, savedViewsIn, savedViewsKey } from './views/savedViews.ts';

export interface ListPreferences {
  /** The moment of the newest reply that the reader has seen on each ticket, by its id, in ISO 8601. Only the newest are known. */
  readonly seen: Readonly<Record<string, string>>;
  readonly savedViews: readonly SavedView[];
}

/** The reader's own values in the CMS's preferences: replies seen on the pages of tickets, and views of the list. */
export const readListPreferences = async (
  payload: Payload,
  { options }: PortalContext,
  { id }: Pick<Principal, 'id'>,
): Promise<ListPreferences> => {
  const { docs } = await payload.find({
    collection: 'payload-preferences',
    where: {
      and: [
        { key: { in: [seenKey, savedViewsKey] } },
        { 'user.value': { equals: id } },
        { 'user.relationTo': { equals: options.slugs.users } },
      ],
    },
    depth: 0,
    pagination: false,
    // The reader's own.
    overrideAccess: true,
  });
  const storedUnder = (wanted: string): unknown => docs.find(({ key }) => key === wanted)?.value;
  const seen = Object.entries(Object(storedUnder(seenKey))).filter(
    ([, at]) => !Number.isNaN(Date.parse(String(at))),
  );
  return {
    seen: Object.fromEntries(seen) as ListPreferences['seen'],
    savedViews: savedViewsIn(storedUnder(savedViewsKey)),
  };
};
