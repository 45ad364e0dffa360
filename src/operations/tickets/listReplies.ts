import { z } from 'zod';
import { isClient, isMember } from '../../access/roles.ts';
import { tableOf } from '../../database/table.ts';
import { iso } from '../../database/time.ts';
import { idText } from '../../shared/ids.ts';
import type { StoredTicket } from '../../tickets/locks.ts';
import { defineOperation } from '../operation.ts';
import { answerList, listOf } from '../shared/list.ts';
import { byCreation, checkPaging, pageParameters } from '../shared/paging.ts';
import { loadTicket } from './loadTicket.ts';
import { reply, replyColumns, type StoredReply, toReply } from './reply.ts';

export const listReplies = defineOperation({
  name: 'list_replies',
  summary: 'Lists what was said on a ticket, oldest first.',
  method: 'GET',
  path: '/v1/tickets/{ticket_id}/replies',
  gate: isMember,
  scope: 'tickets:read',
  input: z.strictObject(pageParameters).superRefine((query, context) => checkPaging(query, context)),
  output: listOf(reply),
  status: 200,
  load: loadTicket,
  run: (query, { caller, payload, portal }, { id: ticketId }: StoredTicket) =>
    answerList<StoredReply, z.input<typeof reply>>({
      payload,
      query,
      listing: {
        columns: replyColumns,
        from: tableOf(payload, portal.options.slugs.ticketReplies),
        order: { column: 'created_at', direction: 'asc', ties: 'asc' },
        restrict: (conditions) => {
          const ofTicket = conditions.add('ticket_id = ?', ticketId);
          return isClient(caller) ? ofTicket.add('internal is not true') : ofTicket;
        },
      },
      toItem: toReply,
      positionOf: ({ created_at, id }) => ({
        order: byCreation.name,
        value: iso(created_at),
        id: idText(id),
      }),
    }),
});
