import type { Payload } from 'payload';
import type { Principal } from '../access/roles.ts';
import type { PortalContext } from '../context.ts';
import { type Conditions, containing, type Listing, type Order } from '../database/listRows.ts';
import { tableOf } from '../database/table.ts';
import type { RecordId } from '../shared/ids.ts';
import { ticketColumns } from './storedTicket.ts';
import type { Priority, Side, Status } from './vocabulary.ts';

/** What a list of tickets is restricted to. A part that is left out restricts nothing. */
export interface TicketFilter {
  readonly organizationId?: string | undefined;
  readonly statuses?: readonly Status[] | undefined;
  readonly priority?: Priority | undefined;
  /** In any case. */
  readonly tag?: string | undefined;
  readonly waitingFor?: Side | undefined;
  /** Null: tickets that are no one's. */
  readonly assigneeId?: string | null | undefined;
  readonly requesterId?: string | undefined;
  /** Part of the subject or the description, in any case. */
  readonly search?: string | undefined;
  /** Found as well as what `search` finds. */
  readonly orOf?: { readonly ids: readonly RecordId[]; readonly requesters: readonly RecordId[] } | undefined;
  /** Inclusive. */
  readonly updatedSince?: Date | undefined;
}

/** The tickets in the caller's reach that a filter lets through. */
export const ticketListing = (
  payload: Payload,
  { options }: PortalContext,
  { caller, filter, order }: Wanted,
): Listing => ({
  columns: ticketColumns,
  from: tableOf(payload, options.slugs.tickets),
  order,
  restrict: (conditions) => restrictTickets(conditions, caller, filter),
});

interface Wanted {
  readonly caller: Principal;
  readonly filter: TicketFilter;
  readonly order: Order;
}

/** Adds the caller's reach and a filter to the conditions on the tickets' table. */
export const restrictTickets = (
  conditions: Conditions,
  { spans, organizations }: Pick<Principal, 'spans' | 'organizations'>,
  filter: TicketFilter,
): Conditions => {
  if (!spans) conditions.add('organization_id = any(?)', [...organizations]);
  if (filter.assigneeId === null) conditions.add('assignee_id is null');
  addSearch(conditions, filter);
  return conditions
    .add('organization_id::text = ?', filter.organizationId)
    .add('status = any(?)', filter.statuses && [...filter.statuses])
    .add('priority = ?', filter.priority)
    .add('lower(tags::text)::jsonb @> jsonb_build_array(lower(?))', filter.tag)
    .add("(waiting_for = ? and status <> 'closed')", filter.waitingFor)
    .add('assignee_id::text = ?', filter.assigneeId ?? undefined)
    .add('requester_id::text = ?', filter.requesterId)
    .add('updated_at >= ?', filter.updatedSince);
};

const addSearch = (conditions: Conditions, { search, orOf }: TicketFilter): void => {
  const pattern = containing(search);
  if (pattern === undefined) return;
  const place = conditions.parameter(pattern);
  const parts = [`subject ilike ${place}`, `description ilike ${place}`];
  if (orOf) {
    parts.push(`id = any(${conditions.parameter([...orOf.ids])})`);
    parts.push(`requester_id = any(${conditions.parameter([...orOf.requesters])})`);
  }
  conditions.add(`(${parts.join(' or ')})`);
};
