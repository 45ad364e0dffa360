import { eraseInQueue } from '../../core/jobs/eraseInQueue.ts';
import type { AddressErasure } from '../../core/ports/erasure.ts';
import { waitingEventsQueue } from './takeEvents.ts';

/** Takes an address out of the events that came before the row of their mail. */
export const eraseWaitingEvents = (erasure: AddressErasure): Promise<void> =>
  eraseInQueue(erasure, waitingEventsQueue, { sql: eventsOfOthersSql, values: [erasure.notations] });

const eventsOfOthersSql = `jsonb_set(data, '{events}', (
  select coalesce(jsonb_agg(event), '[]') from jsonb_array_elements(data->'events') event
  where lower(event->>'recipient') <> all($4)))`;
