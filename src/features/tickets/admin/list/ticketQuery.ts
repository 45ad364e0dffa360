import type { CollectionSlug, Payload, Where } from 'payload';
import type { Principal } from '../../../../core/access/roles.ts';
import type { PortalContext } from '../../../../core/context.ts';
import { isId } from '../../../../core/database/ids.ts';
import { literally, type Order } from '../../../../core/database/listRows.ts';
import { columnOf, tableOf } from '../../../../core/database/table.ts';
import { hasField } from '../../../../core/shared/values/hasField.ts';
import type { RecordId } from '../../../../core/shared/values/ids.ts';
import type { TicketFilter } from '../../lists/listing.ts';
import { statuses } from '../../vocabulary.ts';
import { seenKey } from '../seenKey.ts';
import { numberOf } from '../ticketWords.ts';
import type { AddedFields } from './added/fields.ts';
import type { TicketListReader } from './listReader.ts';
import {
  type AddedParameter,
  isAddedParameter,
  type SavedView,
  savedViewsIn,
  savedViewsKey,
} from './views/listParameters.ts';
import type { Sort, SortedColumn } from './views/ticketViews.ts';

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

interface Reader {
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly caller: Principal;
  readonly added: AddedFields;
}

/** The order of the list, for SQL. Names are compared regardless of case; tickets without one come last, or first. */
export const orderOf = (reader: Reader, sort: Sort): Order => {
  const name = sort.replace('-', '');
  const expression = expressions[name as SortedColumn];
  return {
    column: expression ? expression(reader) : isAddedParameter(name) ? addedColumn(reader, name) : name,
    direction: sort.startsWith('-') ? 'desc' : 'asc',
    ties: 'desc',
  };
};

const expressions: Readonly<Record<SortedColumn, (reader: Reader) => string>> = {
  subject: () => 'lower(subject)',
  // The order of the work, not of the alphabet.
  status: () => `array_position(array[${statuses.map((status) => `'${status}'`).join(', ')}], status::text)`,
  requester: (reader) => nameOf(reader, 'requester_id'),
  // Representatives do not read the names of staff, nor their order.
  assignee: (reader) => (reader.caller.spans ? nameOf(reader, 'assignee_id') : 'assignee_id'),
};

/** The column of a field of the app. Text is compared regardless of case; PostgreSQL knows the order of choices. */
const addedColumn = ({ payload, portal, added }: Reader, parameter: AddedParameter): string => {
  const name = parameter.replace('field.', '');
  const column = columnOf(payload, portal.options.slugs.tickets, name);
  const type = added.columns.find((field) => field.name === name)?.type;
  return type === 'text' || type === 'email' ? `lower(${column})` : column;
};

/** The name of a person, else the address, by the primary key. */
const nameOf = ({ payload, portal }: Reader, column: string): string => {
  const { users } = portal.options.slugs;
  const shown = hasField(payload, users, 'name') ? "coalesce(nullif(name, ''), email)" : 'email';
  return `(select lower(${shown}) from ${tableOf(payload, users)} as person where person.id = ${column})`;
};

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
