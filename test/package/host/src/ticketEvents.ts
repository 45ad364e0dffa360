import { appendFile } from 'node:fs/promises';
import type { AfterTicketEventHook } from 'payload-support-portal';

/** What the app does with the events of tickets: it keeps them, a line of JSON each. */
export const keepTicketEvent: AfterTicketEventHook = ({ event }) =>
  appendFile('ticket-events.jsonl', `${JSON.stringify(event)}\n`);
