import type { Payload } from 'payload';
import { isClient, type Principal } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { isId } from '../../../core/database/ids.ts';
import {
  type Conditions,
  containing,
  holding,
  type Listing,
  type Order,
} from '../../../core/database/listRows.ts';
import { columnOf, tableOf } from '../../../core/database/table.ts';
import { ticketsInReach } from '../../../core/reach/reachSql.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { mentionedTicketsSql } from '../mentions/mentions.ts';
import { ticketColumns } from '../record/storedTicket.ts';
import type { Priority, Side, Status } from '../vocabulary.ts';

/** Filter of a list of tickets. A part that is left out restricts nothing. */
export interface TicketFilter {
  readonly organizationId?: string | undefined;
  readonly statuses?: readonly Status[] | undefined;
  readonly priority?: Priority | undefined;
  /** The tag, regardless of case. */
  readonly tag?: string | undefined;
  readonly waitingFor?: Side | undefined;
  /** Null means tickets that are no one's. */
  readonly assigneeId?: string | null | undefined;
  readonly requesterId?: string | undefined;
  /** Tickets that mention this person, who has not looked since. */
  readonly mentionedId?: string | undefined;
  /** Part of the subject, the description or a reply, in any case. */
  readonly search?: string | undefined;
  /** Found in addition to the results of `search`. */
  readonly orOf?: Readonly<Record<'ids' | 'requesters' | 'organizations', readonly RecordId[]>> | undefined;
  /** Inclusive. */
  readonly updatedSince?: Date | undefined;
  /** Conditions on fields that the app has added. */
  readonly added?: readonly AddedCondition[] | undefined;
}

/** A condition on a field of the app, named by `of`. Texts are compared in any case. */
export type AddedCondition = { readonly of: string } & (
  | { readonly contains: string }
  | { readonly is: string }
  | { readonly isTicked: boolean }
  | { readonly from: string | Date }
  | { readonly to: string }
  | { readonly before: Date }
);

/** Tickets that are not done come first, then the ones with the latest activity. */
export const openFirst = {
  column: "(status in ('resolved', 'closed')) asc, updated_at",
  direction: 'desc',
  ties: 'desc',
} as const;

/** The tickets in the caller's reach that a filter lets through. */
export const ticketListing = (
  payload: Payload,
  portal: PortalContext,
  { caller, filter, order }: Wanted,
): Listing => ({
  columns: ticketColumns,
  from: tableOf(payload, portal.options.slugs.tickets),
  order,
  restrict: (conditions) => restrictTickets(conditions, { payload, portal, caller, filter }),
});

interface Wanted {
  readonly caller: Principal;
  readonly filter: TicketFilter;
  readonly order: Order;
}

interface Place {
  readonly payload: Payload;
  readonly portal: PortalContext;
}

interface Restriction extends Place {
  readonly caller: Principal;
  readonly filter: TicketFilter;
}

/** Adds the caller's reach and a filter to the conditions on the tickets' table. */
export const restrictTickets = (conditions: Conditions, restriction: Restriction): Conditions => {
  const { filter } = restriction;
  ticketsInReach(conditions, restriction);
  addSearch(conditions, restriction);
  return addFilter(conditions, filter, restriction);
};

/** Adds a filter's conditions on a ticket's own fields. */
export const addFilter = (
  conditions: Conditions,
  filter: TicketFilter,
  { payload, portal }: Place,
): Conditions => {
  const { users, organizations } = portal.options.slugs;
  // No record has an id that can be none, and PostgreSQL takes none for its columns.
  const idIn = (slug: string, id: string | undefined) =>
    id === undefined || isId(payload, id, slug) ? id : null;
  if (filter.assigneeId === null) conditions.add('assignee_id is null');
  for (const condition of filter.added ?? []) addCondition(conditions, condition, { payload, portal });
  return conditions
    .add('organization_id = ?', idIn(organizations, filter.organizationId))
    .add('status = any(?)', filter.statuses && [...filter.statuses])
    .add('priority = ?', filter.priority)
    .add('lower(tags::text)::jsonb @> jsonb_build_array(lower(?))', filter.tag)
    .add("(waiting_for = ? and status <> 'closed')", filter.waitingFor)
    .add('assignee_id = ?', idIn(users, filter.assigneeId ?? undefined))
    .add('requester_id = ?', idIn(users, filter.requesterId))
    .add(`id in (${mentionedTicketsSql({ payload }, portal)})`, idIn(users, filter.mentionedId))
    .add('updated_at >= ?', filter.updatedSince);
};

const addCondition = (
  conditions: Conditions,
  condition: AddedCondition,
  { payload, portal }: Place,
): void => {
  const column = columnOf(payload, portal.options.slugs.tickets, condition.of);
  const add = (before: string, value: unknown) => conditions.add(`${before} ${conditions.parameter(value)}`);
  if ('contains' in condition) add(`${column} ilike`, containing(condition.contains));
  else if ('is' in condition) add(`${column} =`, condition.is);
  else if ('isTicked' in condition) add(`(${column} is true) =`, condition.isTicked);
  else if ('from' in condition) add(`${column} >=`, condition.from);
  else if ('to' in condition) add(`${column} <=`, condition.to);
  else add(`${column} <`, condition.before);
};

const addSearch = (conditions: Conditions, { payload, portal, caller, filter }: Restriction): void => {
  const { search, orOf } = filter;
  const replies = tableOf(payload, portal.options.slugs.ticketReplies);
  const expression = holding(search);
  if (expression === undefined) return;
  const place = conditions.parameter(expression);
  const hidden = isClient(caller) ? ' and internal is not true' : '';
  const parts = [
    `subject ~* ${place}`,
    `description ~* ${place}`,
    `id in (select ticket_id from ${replies} where text ~* ${place}${hidden})`,
  ];
  if (orOf) {
    parts.push(`id = any(${conditions.parameter([...orOf.ids])})`);
    parts.push(`requester_id = any(${conditions.parameter([...orOf.requesters])})`);
    parts.push(`organization_id = any(${conditions.parameter([...orOf.organizations])})`);
  }
  conditions.add(`(${parts.join(' or ')})`);
};
