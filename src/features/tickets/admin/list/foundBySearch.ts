import type { CollectionSlug, Where } from 'payload';
import { isId } from '../../../../core/database/ids.ts';
import { literally } from '../../../../core/database/listRows.ts';
import { hasField } from '../../../../core/shared/values/hasField.ts';
import type { RecordId } from '../../../../core/shared/values/ids.ts';
import type { TicketFilter } from '../../lists/listing.ts';
import { numberOf } from '../../record/number.ts';
import type { TicketListReader } from './listReader.ts';

/** Finds further tickets for a search: the ticket of a number, and those of people and organizations by name. */
export const foundBySearch = async (
  reader: TicketListReader,
  search: string | undefined,
): Promise<TicketFilter['orOf']> => {
  if (search === undefined) return undefined;
  const { payload, portal } = reader;
  const { users, organizations } = portal.options.slugs;
  const number = numberOf(search);
  // The CMS would take `%` and `_` for any text.
  const text = literally([...search].slice(0, longestName).join(''))
    .split(' ', mostWords)
    .join(' ');
  const [people, clients] = await Promise.all([
    idsWith(reader, users, ['email', 'name'], text),
    idsWith(reader, organizations, ['name'], text),
  ]);
  return { ids: isId(payload, number) ? [number] : [], requesters: people, organizations: clients };
};

/** The records in the reader's reach of which a field contains a text. A collection of the app may lack a field. */
const idsWith = async (
  { payload, user }: TicketListReader,
  slug: string,
  fields: readonly string[],
  text: string,
): Promise<readonly RecordId[]> => {
  const or: Where[] = fields
    .filter((name) => hasField(payload, slug, name))
    .map((name) => ({ [name]: { like: text } }));
  if (or.length === 0) return [];
  const { docs } = await payload.find({
    collection: slug as CollectionSlug,
    where: { or },
    depth: 0,
    limit: mostFound,
    pagination: false,
    select: {},
    overrideAccess: false,
    user,
  });
  return docs.map(({ id }) => id);
};

/** Number of people, and of organizations, whose tickets a search finds. */
const mostFound = 100;

/** No name has more words; a filter may look for twice as many. */
const mostWords = 15;

/** No name has more characters; a filter may look for five times as many. */
const longestName = 100;
