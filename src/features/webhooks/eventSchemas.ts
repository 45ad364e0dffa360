import { z } from 'zod';
import { priorities, statuses } from '../tickets/vocabulary.ts';
import type { EventName, testEvent } from './events.ts';

const userId = z.string().nullable().describe('A user; null once they are deleted.');

const ticket = {
  id: z.string(),
  subject: z.string().meta({ examples: ['VPN is slow'] }),
  status: z.enum(statuses),
  priority: z.enum(priorities),
  created_by: userId,
};

const change = z.strictObject({ from: z.unknown(), to: z.unknown() });

/** What stands under `data` of each event. */
export const eventSchemas = {
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
      created_by: userId,
      created_at: z.iso.datetime(),
    })
    .describe('A reply to a ticket. Internal notes are never published.'),
  'file.uploaded': z
    .strictObject({
      id: z.string(),
      filename: z.string().meta({ examples: ['log.txt'] }),
      size_bytes: z.int(),
      mime_type: z.string().meta({ examples: ['text/plain'] }),
      folder_id: z.string(),
      ticket_id: z.string().nullable(),
      uploaded_at: z.iso.datetime(),
      uploaded_by: userId,
    })
    .describe('A file was uploaded.'),
  'webhook.test': z
    .strictObject({ webhook_id: z.string() })
    .describe('The test of a webhook. It cannot be subscribed to.'),
} satisfies Record<EventName | typeof testEvent, z.ZodType>;

export type DescribedEvent = keyof typeof eventSchemas;

/** The whole body of a delivery. */
export const eventBody = (event: DescribedEvent) =>
  z.strictObject({
    event: z.literal(event),
    timestamp: z.iso.datetime().describe('When it happened. It is the same on every attempt.'),
    data: eventSchemas[event],
  });

type TicketEventName = Extract<EventName, `ticket.${string}`>;

/** An event of a ticket, as webhooks receive it: `event`, `timestamp` (ISO 8601, UTC), `data`. */
export type TicketEvent = {
  [Name in TicketEventName]: {
    readonly event: Name;
    readonly timestamp: string;
    readonly data: Readonly<z.output<(typeof eventSchemas)[Name]>>;
  };
}[TicketEventName];
