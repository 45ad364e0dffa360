import { z } from 'zod';
import { isTeam } from '../../../core/access/roles.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { idText, idTextOrNull } from '../../../core/shared/values/ids.ts';
import { findReplyRecipients, mailOutcomes } from '../notices/addressee.ts';
import { presenceStates, sharePresence as share } from '../presence.ts';
import type { StoredTicket } from '../record/storedTicket.ts';
import { statuses } from '../vocabulary.ts';
import { loadTicket } from './ticket.ts';

export const sharePresence = defineOperation({
  name: 'share_presence',
  summary:
    'Reports that the ticket’s page is open, and reads who else has the ticket open and who is writing.',
  description:
    'For the admin UI, which calls it every eight seconds, and shows to whom a reply goes. A page that stops calling disappears after 20 seconds, one that reports `gone` at once.',
  method: 'POST',
  path: '/portal/v1/tickets/{ticket_id}/presence',
  who: {
    gate: isTeam,
    scope: 'tickets:read',
    keys: false,
    sessions: ['staff', 'representative'],
  },
  input: z.strictObject({
    page: z
      .string()
      .regex(/^[\w-]{16,100}$/, 'Enter 16 to 100 letters, digits, - and _.')
      .describe('Made by each page, because a person may have several.')
      .meta({ examples: ['7c9e6679-7425-40de-944b-e07fc1f90ae7'] }),
    state: z.enum(presenceStates).describe('The state of the page.'),
  }),
  response: {
    output: z.strictObject({
      others: z
        .array(
          z.strictObject({
            name: z.string().nullable().describe('Null for a user whom the caller may not read.'),
            writing: z.boolean(),
          }),
        )
        .describe('The other people; several pages of one person count as one.'),
      reply_count: z.int(),
      newest_reply_id: z.string().nullable(),
      merged_into: z.string().nullable().describe('The ticket that this one was merged into.'),
      ticket_status: z.enum(statuses),
      recipients: z
        .array(
          z.strictObject({
            user_id: z.string(),
            is_requester: z.boolean(),
            mail: z
              .enum(mailOutcomes)
              .describe(
                '`unwanted`: the client chose to get none. `no_access`: the person may not read the ticket any more.',
              ),
          }),
        )
        .describe(
          'The requester and the followers, without the caller, and whether a reply of the caller is mailed to them.',
        ),
    }),
    status: 200,
  },
  load: loadTicket,
  async run({ page, state }, { caller, portal, req }, ticket: StoredTicket) {
    const at = { req, portal, ticketId: ticket.id, userId: caller.id, page };
    const { others, replies } = await share(at, state);
    const recipients =
      state === 'gone' ? [] : await findReplyRecipients({ req, portal }, ticket.id, caller.id);
    return {
      output: {
        others: [...others],
        reply_count: replies.count,
        newest_reply_id: idTextOrNull(replies.newestId),
        merged_into: idTextOrNull(ticket.merged_into_id),
        ticket_status: ticket.status,
        recipients: recipients.map(({ id, isRequester, mail }) => ({
          user_id: idText(id),
          is_requester: isRequester,
          mail,
        })),
      },
    };
  },
});
