import { z } from 'zod';
import { isMember, type Principal } from '../../../core/access/roles.ts';
import type { Order } from '../../../core/database/listRows.ts';
import { iso } from '../../../core/database/time.ts';
import { organizationParameter, textParameter, timestampField } from '../../../core/http/input/fields.ts';
import {
  type CursorOrder,
  checkPaging,
  listOf,
  pageParameters,
  respondWithList,
} from '../../../core/http/input/list.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import { isMoment } from '../../../core/shared/values/paging.ts';
import { type TicketFilter, ticketListing } from '../lists/listing.ts';
import type { StoredTicket } from '../record/storedTicket.ts';
import { longestSearch, priorities, sides } from '../vocabulary.ts';
import {
  etagOf,
  loadTicket,
  priorityField,
  showTicket,
  showTickets,
  statusField,
  ticket,
  ticketSummary,
  toSummary,
  toTicket,
} from './ticket.ts';

const sorts = ['created_at', '-created_at', 'updated_at', '-updated_at', 'priority', '-priority'] as const;

type Sort = (typeof sorts)[number];

const input = z
  .strictObject({
    status: statusField.optional().describe('Only tickets of this status.'),
    priority: priorityField.optional().describe('Only tickets of this priority.'),
    search: textParameter
      .max(longestSearch, `Enter at most ${longestSearch} characters.`)
      .optional()
      .describe('Part of the subject, the description or a reply, in any case. `%` and `_` are literal.'),
    tag: textParameter
      .optional()
      .describe('Only tickets with this tag, in any case. For staff and representatives.'),
    waiting_for: z
      .enum(sides)
      .optional()
      .describe('The side that is expected to reply. Closed tickets wait for no one.'),
    assignee_id: textParameter.optional().describe('The assignee: a user, `me`, or `none`.'),
    requester_id: textParameter.optional().describe('The client whom the ticket is for.'),
    updated_since: timestampField.optional().describe('A timestamp with any UTC offset, inclusive.'),
    sort: z.enum(sorts).optional().describe('With `-` descending (default `-created_at`).'),
    view: z.enum(['full']).optional().describe('`full`: the full tickets.'),
    ...organizationParameter,
    ...pageParameters,
  })
  .superRefine((query, context) => checkPaging(query, context, cursorOrderOf(query.sort)));

const defaultSort: Sort = '-created_at';

const columnOf = (sort: Sort) => sort.replace('-', '') as 'created_at' | 'updated_at' | 'priority';

const cursorOrderOf = (sort: Sort = defaultSort): CursorOrder => ({
  name: sort,
  isValue:
    columnOf(sort) === 'priority' ? (value) => (priorities as readonly string[]).includes(value) : isMoment,
});

const orderOf = (sort: Sort): Order => ({
  column: columnOf(sort),
  direction: sort.startsWith('-') ? 'desc' : 'asc',
  ties: 'desc',
});

const sortValueOf = (sort: Sort, row: StoredTicket): string => {
  const value = row[columnOf(sort)];
  return value instanceof Date ? iso(value) : value;
};

export const listTickets = defineOperation({
  name: 'list_tickets',
  summary: 'Lists the tickets in reach, newest first.',
  method: 'GET',
  path: '/v1/tickets',
  who: {
    gate: isMember,
    scope: 'tickets:read',
    sessions: ['client'],
    teamFields: ['tag'],
    spanningFields: ['organization_id'],
  },
  input,
  response: { output: z.union([listOf(ticketSummary), listOf(ticket)]), status: 200 },
  run(query, { caller, payload, portal, req }) {
    const sort = query.sort ?? defaultSort;
    const isFull = query.view === 'full';
    return respondWithList<StoredTicket, z.input<typeof ticketSummary> | z.input<typeof ticket>>({
      payload,
      ...(query.search && { searcher: caller }),
      query,
      listing: ticketListing(payload, portal, {
        caller,
        filter: filterOf(query, caller),
        order: orderOf(sort),
      }),
      toItem: isFull ? (row) => toTicket(row, caller, []) : toSummary,
      ...(isFull && { complete: (items) => showTickets({ req, portal }, items as FullTicket[]) }),
      positionOf: (row) => ({ order: sort, value: sortValueOf(sort, row), id: idText(row.id) }),
    });
  },
});

type FullTicket = z.input<typeof ticket>;

const filterOf = (query: z.output<typeof input>, caller: Principal): TicketFilter => ({
  organizationId: query.organization_id,
  statuses: query.status && [query.status],
  priority: query.priority,
  tag: query.tag,
  waitingFor: query.waiting_for,
  assigneeId: assigneeOf(query.assignee_id, caller),
  requesterId: query.requester_id,
  search: query.search,
  updatedSince: query.updated_since,
});

const assigneeOf = (wanted: string | undefined, caller: Principal): string | null | undefined => {
  if (wanted === 'none') return null;
  return wanted === 'me' ? idText(caller.id) : wanted;
};

export const getTicket = defineOperation({
  name: 'get_ticket',
  summary: 'Reads a ticket.',
  method: 'GET',
  path: '/v1/tickets/{ticket_id}',
  who: { gate: isMember, scope: 'tickets:read', sessions: ['client'] },
  input: z.strictObject({}),
  response: { output: ticket, status: 200, headers: ['ETag'] },
  load: loadTicket,
  async run(_input, context, stored: StoredTicket) {
    const output = await showTicket(context, stored);
    return { output, headers: { ETag: etagOf(output) } };
  },
});
