import { z } from 'zod';
import { isTeam } from '../../../core/access/roles.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { idField } from '../../../core/http/input/fields.ts';
import { defineOperation, type Users } from '../../../core/http/operation.ts';
import { ApiError } from '../../../core/shared/errors/errors.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import { mostFollowers } from '../followers/followers.ts';
import { mentionIdsField } from '../mentions/mentions.ts';
import type { StoredTicket } from '../record/storedTicket.ts';
import { storeSubmission } from '../replies/submission.ts';
import { fileIdsField } from './filesOfReply.ts';
import { loadTicket, statusField } from './ticket.ts';

const who: Users = {
  gate: isTeam,
  scope: null,
  sessions: ['staff', 'representative'],
};

export const answerTicket = defineOperation({
  name: 'answer_ticket',
  summary:
    'Sends a reply or an internal note from the ticket’s page, and changes the status along with it: one act, one mail.',
  description:
    'For the admin UI. The same `key` again is the same submission. If another person has replied since `seen_reply_id`, if a reply would be mailed to others than `seen_recipient_ids`, or if the caller is not `author_id`, it is 409.',
  method: 'POST',
  path: '/portal/v1/tickets/{ticket_id}/answers',
  who,
  input: z.strictObject({
    body: z.record(z.string(), z.unknown()).describe('Rich text, as the CMS’s editor writes it.'),
    internal: z.boolean().optional().describe('True for an internal note, which clients never see.'),
    file_ids: fileIdsField,
    mentions: mentionIdsField,
    status: statusField.nullable().optional().describe('The ticket’s new status.'),
    key: z
      .string()
      .regex(/^[\w-]{16,100}$/, 'Enter 16 to 100 letters, digits, - and _.')
      .describe('Made for each draft and its text.')
      .meta({ examples: ['7c9e6679-7425-40de-944b-e07fc1f90ae7'] }),
    author_id: idField
      .nullable()
      .optional()
      .describe(
        'The person whose page it is: if another one has logged in since in the same browser, it is 409.',
      ),
    seen_reply_id: idField
      .nullable()
      .describe('The newest reply of another person that the writer has seen; null for none.'),
    seen_recipient_ids: z
      .array(idField, 'Send a list of ids.')
      .max(mostFollowers + 1, `Send at most ${mostFollowers + 1} ids.`)
      .optional()
      .describe(
        'The people to whom the page said that a reply is mailed: those of `share_presence` with `sent`.',
      ),
  }),
  body: { holdsRichText: true },
  response: { output: z.strictObject({ id: z.string().describe('The id of the reply.') }), status: 201 },
  errors: ['conflict', 'invalid_transition'],
  load: loadTicket,
  async run(input, { caller, portal, req }, ticket: StoredTicket) {
    const { body, internal = false, file_ids = [], mentions = [], status = null, key, author_id } = input;
    if (author_id && author_id !== idText(caller.id))
      throw new ApiError('conflict', say('errors:ticket:otherAuthor'));
    const id = await storeSubmission(
      { req, portal, ticketId: ticket.id },
      {
        ...{ body, internal, fileIds: file_ids, mentions, status, key },
        seenReplyId: input.seen_reply_id,
        seenRecipientIds: input.seen_recipient_ids ?? null,
      },
    );
    return { output: { id: idText(id) } };
  },
});

export const findAnswer = defineOperation({
  name: 'find_answer',
  summary: 'Says whether a reply that was sent from the ticket’s page has arrived.',
  description: 'For the admin UI, after a page was closed while it sent a reply of the caller.',
  method: 'GET',
  path: '/portal/v1/tickets/{ticket_id}/answers/{key}',
  who,
  input: z.strictObject({}),
  response: {
    output: z.strictObject({
      id: z.string().nullable().describe('The id of the reply; null if there is none.'),
    }),
    status: 200,
  },
  load: loadTicket,
  async run(_input, { caller, params, payload, portal, req }) {
    // The ticket may have been merged since: the key is random, and names one reply.
    const { rows } = await runStatement<{ id: RecordId }>(
      req,
      `select id from ${tableOf(payload, portal.options.slugs.ticketReplies)}
       where answer_key = $1 and created_by_id = $2 limit 1`,
      [params.key, caller.id],
    );
    return { output: { id: rows[0] ? idText(rows[0].id) : null } };
  },
});
