import { z } from 'zod';
import { eventUserId } from '../../core/events/publish.ts';
import { priorities, statuses } from './vocabulary.ts';

const ticket = {
  id: z.string(),
  subject: z.string().meta({ examples: ['VPN is slow'] }),
  status: z.enum(statuses),
  priority: z.enum(priorities),
  created_by: eventUserId,
};

const change = z.strictObject({ from: z.unknown(), to: z.unknown() });

/** The data of each event of a ticket. */
export const ticketEvents = {
  'ticket.created': z.strictObject(ticket).describe('A ticket was created.'),
  'ticket.updated': z
    .strictObject({
      ...ticket,
      updated_at: z.iso.datetime(),
      changes: z
        .record(z.string(), change)
        .describe('The changed fields, by their names in the API.')
        .meta({ examples: [{ status: { from: 'open', to: 'resolved' } }] }),
      sequence: z.int().min(1).describe('Rises by one per ticket.'),
    })
    .describe('A ticket was changed.'),
  'ticket.replied': z
    .strictObject({
      id: z.string(),
      ticket_id: z.string(),
      body: z.string().meta({ examples: ['Please restart the router.'] }),
      created_by: eventUserId,
      created_at: z.iso.datetime(),
    })
    .describe('A reply to a ticket. Internal notes are never published.'),
};

type TicketEventName = keyof typeof ticketEvents;

/** An event of a ticket, as webhooks receive it: `event`, `timestamp` (ISO 8601, UTC), `data`. */
export type TicketEvent = {
  [Name in TicketEventName]: {
    readonly event: Name;
    readonly timestamp: string;
    readonly data: Readonly<z.output<(typeof ticketEvents)[Name]>>;
  };
}[TicketEventName];
