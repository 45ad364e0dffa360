import type { Payload } from 'payload';
import { withDatabaseLock } from '../database/lock.ts';
import { makeIndexes } from '../database/makeIndexes.ts';
import { tableOf } from '../database/table.ts';
import type { Slugs } from '../options/slugs.ts';

/** The tags of a ticket in small letters, by which they are found. */
export const foldedTags = 'lower(tags::text)::jsonb';

/** Makes the indexes of tickets that no migration of the CMS can make, if they are missing. */
export const makeTicketIndexes = (payload: Payload, slugs: Pick<Slugs, 'tickets'>): Promise<void> =>
  withDatabaseLock(payload, 'indexes', async () => {
    const definition = `using gin ((${foldedTags}) jsonb_path_ops)`;
    await makeIndexes(payload, tableOf(payload, slugs.tickets), [
      { name: `${slugs.tickets}_tags_idx`, definition },
    ]);
  });
