import { z } from 'zod';
import { isClient, isMember } from '../../../core/access/roles.ts';
import { tableOf } from '../../../core/database/table.ts';
import { iso } from '../../../core/database/time.ts';
import {
  byCreation,
  checkPaging,
  listOf,
  pageParameters,
  respondWithList,
} from '../../../core/http/input/list.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { notFound } from '../../../core/shared/errors/errors.ts';
import { idText, idTextOrNull } from '../../../core/shared/values/ids.ts';
import { mentionIdsField, mentionsField, withMentions } from '../mentions/mentions.ts';
import type { StoredTicket } from '../record/storedTicket.ts';
import { createReplyRecord, type StoredReply } from '../replies/createReplyRecord.ts';
import { authorField, withAuthors } from './authors.ts';
import { fileIdsField, filesField, withFiles } from './filesOfReply.ts';
import { bodyField, loadTicket, sourceField } from './ticket.ts';

export const reply = z
  .strictObject({
    id: z.string(),
    ticket_id: z.string(),
    body: z.string().meta({ examples: ['Please restart the router.'] }),
    internal: z.boolean().describe('True for an internal note, which clients never see.'),
    created_at: z.iso.datetime(),
    created_by: z.string().nullable().describe('The user who wrote it; null once they are deleted.'),
    source: sourceField,
    author: authorField,
    files: filesField,
    mentions: mentionsField,
  })
  .meta({ id: 'Reply' });

const replyColumns = 'id, ticket_id, text, internal, created_at, created_by_id, source, side';

type PlainReply = Omit<z.input<typeof reply>, 'author' | 'files' | 'mentions'> & Pick<StoredReply, 'side'>;

const toReply = (stored: StoredReply): PlainReply => ({
  id: idText(stored.id),
  ticket_id: idText(stored.ticket_id),
  body: stored.text,
  internal: stored.internal === true,
  created_at: iso(stored.created_at),
  created_by: idTextOrNull(stored.created_by_id),
  source: stored.source,
  side: stored.side,
});

/** Replies with all that a reader sees of them. */
const complete = async (
  reader: Parameters<typeof withFiles>[0],
  items: readonly PlainReply[],
): Promise<z.input<typeof reply>[]> =>
  withMentions(reader, await withFiles(reader, await withAuthors(reader.req, reader.portal, items)));

export const listReplies = defineOperation({
  name: 'list_replies',
  summary: 'Lists the replies to a ticket, oldest first.',
  method: 'GET',
  path: '/v1/tickets/{ticket_id}/replies',
  who: { gate: isMember, scope: 'tickets:read', sessions: ['client'] },
  input: z.strictObject(pageParameters).superRefine((query, context) => checkPaging(query, context)),
  response: { output: listOf(reply), status: 200 },
  load: loadTicket,
  run: (query, { caller, key, payload, portal, req }, { id: ticketId }: StoredTicket) =>
    respondWithList<StoredReply, PlainReply, z.input<typeof reply>>({
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
      complete: (items) => complete({ req, portal, caller, key }, items),
      positionOf: ({ created_at, id }) => ({
        order: byCreation.name,
        value: iso(created_at),
        id: idText(id),
      }),
    }),
});

export const createReply = defineOperation({
  name: 'reply_to_ticket',
  summary: 'Adds a reply to a ticket.',
  description:
    'A client’s reply reopens a ticket that is `resolved` or `closed`. A reply to a ticket that was merged is one to its target.',
  method: 'POST',
  path: '/v1/tickets/{ticket_id}/replies',
  who: {
    gate: isMember,
    scope: 'tickets:write',
    sessions: ['client'],
    staffFields: ['internal', 'mentions'],
  },
  input: z.strictObject({
    body: bodyField.describe('The text of the reply, without markup.'),
    internal: z
      .boolean('Send true or false.')
      .optional()
      .describe(
        'True for an internal note, which only staff and representatives see. Clients may not set it.',
      ),
    file_ids: fileIdsField,
    mentions: mentionIdsField,
  }),
  response: { output: reply, status: 201 },
  examples: { input: { body: 'Please restart the router.' } },
  load: loadTicket,
  run: async (
    { body, internal = false, file_ids = [], mentions = [] },
    { caller, key, portal, req },
    ticket: StoredTicket,
  ) => {
    const stored = await createReplyRecord({
      req,
      portal,
      ticketId: ticket.id,
      content: { text: body },
      internal,
      origin: { source: 'api' },
      fileIds: file_ids,
      mentions,
    });
    const [output] = await complete({ req, portal, caller, key }, [toReply(stored)]);
    if (!output) throw notFound();
    return { output };
  },
});
