import { z } from 'zod';
import { isTeam } from '../../../core/access/roles.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { seeMentions as see } from '../mentions/mentions.ts';
import type { StoredTicket } from '../record/storedTicket.ts';
import { loadTicket } from './ticket.ts';

export const seeMentions = defineOperation({
  name: 'see_mentions',
  summary: 'Marks the mentions of the caller in a ticket as seen.',
  description: 'For the admin UI, which calls it when the ticket’s page shows such a note.',
  method: 'POST',
  path: '/portal/v1/tickets/{ticket_id}/mentions/seen',
  who: {
    gate: isTeam,
    scope: 'tickets:read',
    keys: false,
    sessions: ['staff', 'representative'],
  },
  input: z.strictObject({}),
  body: { isOptional: true },
  response: { output: z.null(), status: 204 },
  load: loadTicket,
  async run(_input, { caller, portal, req }, ticket: StoredTicket) {
    await see({ req, portal, ticketId: ticket.id, userId: caller.id });
    return { output: null };
  },
});
