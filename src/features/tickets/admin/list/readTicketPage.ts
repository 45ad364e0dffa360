import type { CollectionSlug, Payload, TypedUser, Where } from 'payload';
import type { Principal } from '../../../../core/access/roles.ts';
import type { PortalContext } from '../../../../core/context.ts';
import { isId } from '../../../../core/database/ids.ts';
import { buildConditions, listRows, literally } from '../../../../core/database/listRows.ts';
import { postgresOf } from '../../../../core/database/pool.ts';
import { tableOf } from '../../../../core/database/table.ts';
import { hasField } from '../../../../core/shared/hasField.ts';
import { idText, idTextOrNull, type RecordId } from '../../../../core/shared/ids.ts';
import type { TranslateText } from '../../../../core/texts/text.ts';
import { conditionsAfter, countTickets, mostCounted } from '../../countTickets.ts';
import { addFilter, restrictTickets, type TicketFilter, ticketListing } from '../../listing.ts';
import { numberOf } from '../../number.ts';
import { readMessages } from '../../readMessages.ts';
import { type StoredTicket, ticketOfRow, waitingFor } from '../../storedTicket.ts';
import { views } from '../../views.ts';
import { type AddedFields, type Language, readAddedValues } from './addedFields.ts';
import { type ListPreferences, readListPreferences } from './listPreferences.ts';
import { orderOf } from './orderOf.ts';
import type { SavedView } from './savedViews.ts';
import type { ListedTicket } from './TicketTable.tsx';
import { filterOf, type Listing, readListing } from './ticketViews.ts';

/** The reader of the list. */
export interface Reading {
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly user: TypedUser;
  readonly caller: Principal;
  readonly t: TranslateText;
  readonly i18n: Language;
  readonly added: AddedFields;
}

export interface TicketPage {
  readonly tickets: readonly ListedTicket[];
  /** Number of tickets in each view, by its name; for a view that is not the current one, 1,000 may mean more. */
  readonly counts: Readonly<Record<string, number>>;
  readonly savedViews: readonly CountedView[];
}

/** A view that the reader has saved. */
export interface CountedView extends SavedView {
  /** Number of its tickets, up to one more than `mostCounted`; null for a search and beyond `mostCountedViews`. */
  readonly count: number | null;
}

/** Reads a page of the list, and how many tickets each view has within the filters of the form. */
export const readTicketPage = async (
  reading: Reading,
  listing: Listing,
  perPage: number,
): Promise<TicketPage> => {
  const { payload, portal, caller } = reading;
  const me = idText(caller.id);
  const orOf = await foundBySearch(reading, listing.search);
  const form = { ...filterOf(listing, me), orOf };
  const filter = { ...listing.view.filter(me), ...withoutUndefined(form) };
  const page = { start: { offset: (listing.page - 1) * perPage }, limit: perPage };
  const preferences = readListPreferences(payload, portal, caller);
  const [rows, counts, savedViews] = await Promise.all([
    listRows<StoredTicket>(
      payload,
      ticketListing(payload, portal, {
        caller,
        filter,
        order: { ...orderOf(reading, listing.sort), first: orOf?.ids[0] },
      }),
      page,
    ),
    countViews(reading, listing, form),
    preferences.then((known) => countSavedViews(reading, known.savedViews)),
  ]);
  const { seen } = await preferences;
  const tickets = await complete(reading, rows.map(ticketOfRow), { seen, search: listing.search });
  return { tickets, counts, savedViews };
};

const withoutUndefined = (filter: TicketFilter): TicketFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));

/** Finds further tickets for a search: the ticket of a number, and those of people and organizations by name. */
const foundBySearch = async (reading: Reading, search: string | undefined): Promise<TicketFilter['orOf']> => {
  if (search === undefined) return undefined;
  const { payload, portal } = reading;
  const { users, organizations } = portal.options.slugs;
  const number = numberOf(search);
  // The CMS would take `%` and `_` for any text.
  const text = literally([...search].slice(0, longestName).join(''))
    .split(' ', mostWords)
    .join(' ');
  const [people, clients] = await Promise.all([
    idsWith(reading, users, ['email', 'name'], text),
    idsWith(reading, organizations, ['name'], text),
  ]);
  return { ids: isId(payload, number) ? [number] : [], requesters: people, organizations: clients };
};

/** The records in the reader's reach of which a field contains a text. A collection of the app may lack a field. */
const idsWith = async (
  { payload, user }: Reading,
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

/** The exact number of tickets of the current view, and of the others' up to one more than `mostCounted`. */
const countViews = async (
  reading: Reading,
  { view, search }: Listing,
  form: TicketFilter,
): Promise<Readonly<Record<string, number>>> => {
  const { payload, portal, caller } = reading;
  const conditions = restrictTickets(buildConditions(), { payload, portal, caller, filter: form });
  const each = views.map(({ name, filter }, index) => {
    const own = addFilter(conditionsAfter(conditions), filter(idText(caller.id)), reading);
    const limit = name === view.name ? '' : `limit ${mostCounted + 1}`;
    return `(select count(*) from (select from found ${own.sql} ${limit}) counted) as view_${index}`;
  });
  // A search reads all texts, so it is done once. Without one, each view has an index or ends early.
  const { rows } = await postgresOf(payload).pool.query<Record<string, string>>(
    `with found as ${search === undefined ? 'not materialized' : 'materialized'} (
       select id, status, waiting_for, assignee_id from ${tableOf(payload, portal.options.slugs.tickets)} ${conditions.sql}
     ) select ${each.join(', ')}`,
    [...conditions.parameters],
  );
  return Object.fromEntries(views.map(({ name }, index) => [name, Number(rows[0]?.[`view_${index}`] ?? 0)]));
};

/** Saved views with a count. Each is a query of its own, and anyone can have any number of them remembered. */
const mostCountedViews = 50;

/** A search would read all texts: its view has no count. */
const countSavedViews = async (
  { payload, portal, caller, added }: Reading,
  saved: readonly SavedView[],
): Promise<readonly CountedView[]> => {
  const me = idText(caller.id);
  const cheap = saved.filter(({ given }) => given.search === undefined).slice(0, mostCountedViews);
  const filters = cheap.map(({ given }) => {
    const listing = readListing(given, added);
    return { ...listing.view.filter(me), ...withoutUndefined(filterOf(listing, me)) };
  });
  const counts = await countTickets(payload, portal, caller, filters);
  return saved.map((view) => ({ ...view, count: counts[cheap.indexOf(view)] ?? null }));
};

const complete = async (
  reading: Reading,
  rows: readonly StoredTicket[],
  { seen, search }: Pick<ListPreferences, 'seen'> & Pick<Listing, 'search'>,
): Promise<ListedTicket[]> => {
  const { portal, t, added } = reading;
  const { slugs } = portal.options;
  const [people, organizations, unread, messages, values] = await Promise.all([
    namesOf(
      reading,
      slugs.users,
      rows.flatMap(({ requester_id, assignee_id }) => [requester_id, assignee_id]),
    ),
    namesOf(
      reading,
      slugs.organizations,
      rows.map(({ organization_id }) => organization_id),
    ),
    countUnread(reading, rows, seen),
    readMessages(reading, rows, search),
    readAddedValues(
      reading,
      added.columns,
      rows.map(({ id }) => id),
    ),
  ]);
  return rows.map((row) => ({
    id: idText(row.id),
    subject: row.subject,
    status: row.status,
    priority: row.priority,
    tags: row.tags ?? [],
    requester: nameIn(people, row.requester_id, t('tickets:person:deleted')),
    organization: nameIn(organizations, row.organization_id, ''),
    organizationId: idTextOrNull(row.organization_id),
    assignee: row.assignee_id === null ? null : nameIn(people, row.assignee_id, t('tickets:person:staff')),
    assigneeId: idTextOrNull(row.assignee_id),
    waitingFor: waitingFor(row),
    mergedInto: idTextOrNull(row.merged_into_id),
    message: messages.get(idText(row.id)) ?? null,
    unread: unread.get(idText(row.id)) ?? 0,
    updatedAt: row.updated_at,
    createdAt: row.created_at,
    added: values.get(idText(row.id)) ?? {},
  }));
};

const nameIn = (names: ReadonlyMap<string, string>, id: RecordId | null, other: string): string =>
  (id === null ? undefined : names.get(idText(id))) ?? other;

/** The names of records that the reader may read, by id. */
const namesOf = async (
  { payload, user }: Reading,
  slug: string,
  ids: readonly (RecordId | null)[],
): Promise<ReadonlyMap<string, string>> => {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const { docs } = await payload.find({
    collection: slug as CollectionSlug,
    where: { id: { in: wanted } },
    depth: 0,
    select: { name: true, email: true },
    pagination: false,
    overrideAccess: false,
    user,
  });
  return new Map(
    docs.map((document) => {
      const [name, email] = [Reflect.get(document, 'name'), Reflect.get(document, 'email')];
      return [idText(document.id), String(name || email || `${slug} ${document.id}`)];
    }),
  );
};

/** Counts the replies of others since the reader last opened each ticket. */
const countUnread = async (
  { payload, portal, caller }: Reading,
  rows: readonly StoredTicket[],
  seen: ListPreferences['seen'],
): Promise<ReadonlyMap<string, number>> => {
  const looked = rows.flatMap(({ id }) => {
    const at = seen[idText(id)];
    return at === undefined ? [] : [{ id, at }];
  });
  if (looked.length === 0) return new Map();
  const { rows: found } = await postgresOf(payload).pool.query<{ id: RecordId; count: string }>(
    `select looked.id::text as id, count(*) as count
     from unnest($1::text[], $2::timestamptz[]) as looked (id, at)
     join ${tableOf(payload, portal.options.slugs.ticketReplies)} as reply
       on reply.ticket_id::text = looked.id and reply.created_at > looked.at
     where reply.created_by_id::text is distinct from $3 group by 1`,
    [looked.map(({ id }) => idText(id)), looked.map(({ at }) => at), idText(caller.id)],
  );
  return new Map(found.map(({ id, count }) => [String(id), Number(count)]));
};
