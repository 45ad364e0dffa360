import { z } from 'zod';
import { isMember } from '../../access/roles.ts';
import type { StoredTicket } from '../../tickets/locks.ts';
import { defineOperation } from '../operation.ts';
import { loadTicket } from './loadTicket.ts';
import { showTicket } from './showTicket.ts';
import { etagOf, ticket } from './ticket.ts';

export const getTicket = defineOperation({
  name: 'get_ticket',
  summary: 'Reads a ticket.',
  method: 'GET',
  path: '/v1/tickets/{ticket_id}',
  gate: isMember,
  scope: 'tickets:read',
  input: z.strictObject({}),
  output: ticket,
  status: 200,
  answerHeaders: ['ETag'],
  load: loadTicket,
  async run(_input, context, stored: StoredTicket) {
    const output = await showTicket(context, stored);
    return { output, headers: { ETag: etagOf(output) } };
  },
});
