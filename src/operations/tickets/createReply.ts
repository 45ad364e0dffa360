import type { CollectionSlug } from 'payload';
import { z } from 'zod';
import { isMember } from '../../access/roles.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { StoredTicket } from '../../tickets/locks.ts';
import { defineOperation } from '../operation.ts';
import { loadTicket } from './loadTicket.ts';
import { reply, toReply } from './reply.ts';
import { bodyField } from './ticket.ts';

export const createReply = defineOperation({
  name: 'reply_to_ticket',
  summary: 'Says something on a ticket.',
  description: 'A client’s reply reopens a ticket that is `resolved` or `closed`.',
  method: 'POST',
  path: '/v1/tickets/{ticket_id}/replies',
  gate: isMember,
  scope: 'tickets:write',
  input: z.strictObject({
    body: bodyField.describe('What is said, as plain text.'),
    internal: z
      .boolean('Give true or false.')
      .optional()
      .describe('Whether only staff and representatives see it. Clients may not set it.'),
  }),
  staffFields: ['internal'],
  output: reply,
  status: 201,
  examples: { input: { body: 'Please restart the router.' } },
  load: loadTicket,
  run: ({ body, internal }, { payload, portal, req }, ticket: StoredTicket) =>
    inTransaction(req, async () => {
      const made = await payload.create({
        collection: portal.options.slugs.ticketReplies as CollectionSlug,
        data: { ticket: ticket.id, text: body, internal: internal ?? false },
        depth: 0,
        overrideAccess: false,
        req,
      });
      const { text, createdAt, createdBy } = made as unknown as Record<string, string | number | null>;
      const output = toReply({
        id: made.id,
        ticket_id: ticket.id,
        text: String(text),
        internal: internal ?? false,
        created_at: new Date(String(createdAt)),
        created_by_id: createdBy ?? null,
      });
      return { output };
    }),
});
