import type { CollectionSlug } from 'payload';
import { listRows } from '../../../../core/database/listRows.ts';
import { postgresOf } from '../../../../core/database/pool.ts';
import { tableOf } from '../../../../core/database/table.ts';
import { idText, idTextOrNull, type RecordId } from '../../../../core/shared/values/ids.ts';
import { ticketListing } from '../../lists/listing.ts';
import { type StoredTicket, ticketOfRow, waitingFor } from '../../record/storedTicket.ts';
import { readMessages } from '../../replies/readMessages.ts';
import { readAddedValues } from './added/values.ts';
import type { TicketListReader } from './listReader.ts';
import type { ListedTicket } from './ticketColumns.tsx';
import { foundBySearch, type ListPreferences, orderOf, readListPreferences } from './ticketQuery.ts';
import { type CountedView, countSavedViews, countViews } from './views/countViews.ts';
import { filterOf, filterWithin, type Listing } from './views/ticketViews.ts';

interface TicketPage {
  readonly tickets: readonly ListedTicket[];
  /** Number of tickets in each view, by its name; for a view that is not the current one, 1,000 may mean more. */
  readonly counts: Readonly<Record<string, number>>;
  readonly savedViews: readonly CountedView[];
}

/** Reads a page of the list, and how many tickets each view has within the filters of the form. */
export const readTicketPage = async (
  reader: TicketListReader,
  listing: Listing,
  perPage: number,
): Promise<TicketPage> => {
  const { payload, portal, caller } = reader;
  const me = idText(caller.id);
  const orOf = await foundBySearch(reader, listing.search);
  const form = { ...filterOf(listing, me), orOf };
  const filter = filterWithin(listing.view, form, me);
  const page = { start: { offset: (listing.page - 1) * perPage }, limit: perPage };
  const preferences = readListPreferences(payload, portal, caller);
  const [rows, counts, savedViews] = await Promise.all([
    listRows<StoredTicket>(
      payload,
      ticketListing(payload, portal, {
        caller,
        filter,
        order: { ...orderOf(reader, listing.sort), first: orOf?.ids[0] },
      }),
      page,
    ),
    countViews(reader, listing, form),
    preferences.then((known) => countSavedViews(reader, known.savedViews)),
  ]);
  const { seen } = await preferences;
  const tickets = await complete(reader, rows.map(ticketOfRow), { seen, search: listing.search });
  return { tickets, counts, savedViews };
};

const complete = async (
  reader: TicketListReader,
  rows: readonly StoredTicket[],
  { seen, search }: Pick<ListPreferences, 'seen'> & Pick<Listing, 'search'>,
): Promise<ListedTicket[]> => {
  const { portal, t, added } = reader;
  const { slugs } = portal.options;
  const [people, organizations, unread, messages, values] = await Promise.all([
    namesOf(
      reader,
      slugs.users,
      rows.flatMap(({ requester_id, assignee_id }) => [requester_id, assignee_id]),
    ),
    namesOf(
      reader,
      slugs.organizations,
      rows.map(({ organization_id }) => organization_id),
    ),
    countUnread(reader, rows, seen),
    readMessages(reader, rows, search),
    readAddedValues(
      reader,
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
  { payload, user }: TicketListReader,
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
  { payload, portal, caller }: TicketListReader,
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
