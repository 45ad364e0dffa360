import { z } from 'zod';
import { isTeam } from '../../../core/access/roles.ts';
import { idField } from '../../../core/http/input/fields.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { mergeTickets } from '../merge/mergeTickets.ts';
import type { StoredTicket } from '../record/storedTicket.ts';
import { etagOf, loadTicket, showTicket, ticket } from './ticket.ts';

export const mergeTicket = defineOperation({
  name: 'merge_ticket',
  summary: 'Merges a ticket into another one of its organization.',
  description:
    'Its description, replies, files, tags and mails move there, and so does every later reply. It is closed, and stays readable as a pointer. The response is the ticket named by `into`.',
  method: 'POST',
  path: '/v1/tickets/{ticket_id}/merge',
  who: {
    gate: isTeam,
    scope: 'tickets:write',
    sessions: ['staff', 'representative'],
  },
  input: z.strictObject({ into: idField.describe('The ticket that remains.') }),
  response: { output: ticket, status: 200, headers: ['ETag'] },
  errors: ['conflict'],
  load: loadTicket,
  async run({ into }, { caller, portal, req }, { id }: StoredTicket) {
    const target = await mergeTickets({ req, portal, caller, source: id, into });
    const output = await showTicket({ req, portal }, target);
    return { output, headers: { ETag: etagOf(output) } };
  },
});
