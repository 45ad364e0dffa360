import { z } from 'zod';
import { isStorable } from '../../../../../core/shared/text/text.ts';
import { pageIn } from '../../../../../core/ui/pages.ts';
import { type TicketView, views } from '../../../lists/countTickets.ts';
import type { AddedCondition, TicketFilter } from '../../../lists/listing.ts';
import { longestSearch, type Priority, priorities, type Status, statuses } from '../../../vocabulary.ts';
import { type AddedFields, addedSorts } from '../added/fields.ts';
import { readAddedFilters } from '../added/filters.ts';
import { type AddedSort, type Given, listParameters } from './listParameters.ts';

/** The orders that the list's form offers. */
export const usualSorts = ['-updated_at', 'updated_at', '-created_at', 'created_at', '-priority'] as const;

/** The columns whose headings sort, in either direction. */
const sortedColumns = ['subject', 'requester', 'status', 'assignee'] as const;

export type SortedColumn = (typeof sortedColumns)[number];

export const sorts = [
  ...usualSorts,
  ...sortedColumns,
  ...sortedColumns.map((name) => `-${name}` as const),
] as const;

export type Sort = (typeof sorts)[number] | AddedSort;

const schema = z.object({
  view: z.enum(views.map(({ name }) => name)).optional(),
  search: z.string().optional(),
  status: z.enum(statuses).optional(),
  priority: z.enum(priorities).optional(),
  assignee: z.string().optional(),
  tag: z.string().optional(),
  organization: z.string().optional(),
  requester: z.string().optional(),
});

/** The list that an address stands for. Invalid parts of the address are ignored. */
export interface Listing {
  readonly given: Given;
  /** The conditions of the filters by fields of the app. */
  readonly added: readonly AddedCondition[];
  readonly view: TicketView;
  readonly sort: Sort;
  readonly search: string | undefined;
  readonly page: number;
}

type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

export const readListing = (searchParams: SearchParams, { filters, columns }: AddedFields): Listing => {
  const saidIn = (name: string): string | undefined => {
    const value = searchParams[name];
    return typeof value === 'string' && value.trim() !== '' && isStorable(value)
      ? cut(value.trim())
      : undefined;
  };
  const orders = new Set<string>([...sorts, ...addedSorts(columns)]);
  const valid = listParameters.flatMap((name) => {
    const value = saidIn(name);
    const isValid = name === 'order' ? orders.has(value ?? '') : schema.safeParse({ [name]: value }).success;
    return value !== undefined && isValid ? [[name, value]] : [];
  });
  const added = readAddedFilters(filters, saidIn);
  const given: Given = Object.fromEntries([
    ...valid,
    ...added.map(({ parameter, value }) => [parameter, value]),
  ]);
  // A search looks everywhere, unless the user chose a view.
  const wanted = given.view ?? (given.search === undefined ? 'waiting' : 'all');
  return {
    given,
    added: added.map(({ condition }) => condition),
    view: views.find(({ name }) => name === wanted) ?? (views[0] as TicketView),
    sort: (given.order ?? '-updated_at') as Sort,
    search: given.search,
    page: pageIn(searchParams),
  };
};

const cut = (text: string): string => [...text].slice(0, longestSearch).join('');

/** The filters of the form, which hold in every view. `me` is the reader. */
export const filterOf = ({ given, added }: Pick<Listing, 'given' | 'added'>, me: string): TicketFilter => ({
  added,
  search: given.search,
  ...(given.status && { statuses: [given.status as Status] }),
  priority: given.priority as Priority | undefined,
  tag: given.tag,
  organizationId: given.organization,
  requesterId: given.requester,
  ...(given.assignee && { assigneeId: assigneeOf(given.assignee, me) }),
});

const assigneeOf = (wanted: string, me: string): string | null => {
  if (wanted === 'none') return null;
  return wanted === 'me' ? me : wanted;
};

/** The filter of a view, and within it that of the form. */
export const filterWithin = (view: TicketView, form: TicketFilter, me: string): TicketFilter => ({
  ...view.filter(me),
  ...Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined)),
});
