import { z } from 'zod';
import { isClient, isMember } from '../../../core/access/roles.ts';
import { idField } from '../../../core/http/input/fields.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { idText } from '../../../core/shared/ids.ts';
import { answerTicket as answer } from '../answer.ts';
import type { StoredTicket } from '../storedTicket.ts';
import { loadTicket, statusField } from './ticket.ts';

export const answerTicket = defineOperation({
  name: 'answer_ticket',
  summary:
    'Sends a reply or an internal note from the ticket’s page, and changes the status along with it: one act, one mail.',
  description:
    'For the admin UI. The same `key` again is the same submission. If another person has replied since `seen_reply_id`, it is 409.',
  method: 'POST',
  path: '/portal/v1/tickets/{ticket_id}/answers',
  who: {
    gate: (principal) => isMember(principal) && !isClient(principal),
    scope: null,
    sessions: ['staff', 'representative'],
  },
  input: z.strictObject({
    body: z.record(z.string(), z.unknown()).describe('Rich text, as the CMS’s editor writes it.'),
    internal: z.boolean().optional().describe('True for an internal note, which clients never see.'),
    status: statusField.nullable().optional().describe('The ticket’s new status.'),
    key: z
      .string()
      .regex(/^[\w-]{16,100}$/, 'Give 16 to 100 letters, digits, - and _.')
      .describe('Made for each draft and its text.')
      .meta({ examples: ['7c9e6679-7425-40de-944b-e07fc1f90ae7'] }),
    seen_reply_id: idField
      .nullable()
      .describe('The newest reply of another person that the writer has seen; null for none.'),
  }),
  answer: { output: z.strictObject({ id: z.string().describe('The id of the reply.') }), status: 201 },
  errors: ['conflict', 'invalid_transition'],
  load: loadTicket,
  async run(
    { body, internal = false, status = null, key, seen_reply_id },
    { portal, req },
    ticket: StoredTicket,
  ) {
    const id = await answer(
      { req, portal, ticketId: ticket.id },
      { body, internal, status, key, seenReplyId: seen_reply_id },
    );
    return { output: { id: idText(id) } };
  },
});
