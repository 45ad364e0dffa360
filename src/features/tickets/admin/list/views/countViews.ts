import { buildConditions } from '../../../../../core/database/listRows.ts';
import { postgresOf } from '../../../../../core/database/pool.ts';
import { tableOf } from '../../../../../core/database/table.ts';
import { idText } from '../../../../../core/shared/values/ids.ts';
import { conditionsAfter, countTickets, mostCounted, views } from '../../../lists/countTickets.ts';
import { addFilter, restrictTickets, type TicketFilter } from '../../../lists/listing.ts';
import type { TicketListReader } from '../listReader.ts';
import type { SavedView } from './listParameters.ts';
import { filterOf, filterWithin, type Listing, readListing } from './ticketViews.ts';

/** A view that the reader has saved. */
export interface CountedView extends SavedView {
  /** Number of its tickets, up to one more than `mostCounted`; null for a search and beyond `mostCountedViews`. */
  readonly count: number | null;
}

/** The exact number of tickets of the current view, and of the others' up to one more than `mostCounted`. */
export const countViews = async (
  reader: TicketListReader,
  { view, search }: Listing,
  form: TicketFilter,
): Promise<Readonly<Record<string, number>>> => {
  const { payload, portal, caller } = reader;
  const conditions = restrictTickets(buildConditions(), { payload, portal, caller, filter: form });
  const each = views.map(({ name, filter }, index) => {
    const own = addFilter(conditionsAfter(conditions), filter(idText(caller.id)), reader);
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
export const countSavedViews = async (
  { payload, portal, caller, added }: TicketListReader,
  saved: readonly SavedView[],
): Promise<readonly CountedView[]> => {
  const me = idText(caller.id);
  const cheap = saved.filter(({ given }) => given.search === undefined).slice(0, mostCountedViews);
  const filters = cheap.map(({ given }) => {
    const listing = readListing(given, added);
    return filterWithin(listing.view, filterOf(listing, me), me);
  });
  const counts = await countTickets(payload, portal, caller, filters);
  return saved.map((view) => ({ ...view, count: counts[cheap.indexOf(view)] ?? null }));
};
