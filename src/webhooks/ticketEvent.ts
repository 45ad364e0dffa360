import type { z } from 'zod';
import type { eventSchemas } from './eventSchemas.ts';
import type { EventName } from './events.ts';

type TicketEventName = Extract<EventName, `ticket.${string}`>;

/** What happened to a ticket, as webhooks are sent it: `event`, `timestamp` (ISO 8601, UTC), `data`. */
export type TicketEvent = {
  [Name in TicketEventName]: {
    readonly event: Name;
    readonly timestamp: string;
    readonly data: Readonly<z.output<(typeof eventSchemas)[Name]>>;
  };
}[TicketEventName];
