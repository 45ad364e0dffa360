import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isClient, type Principal } from '../../../core/access/roles.ts';
import { findOwn } from '../../../core/database/findOwn.ts';
import { iso } from '../../../core/database/time.ts';
import { checkedBy, idField } from '../../../core/http/input/fields.ts';
import { completeRecord, completeRecords, openings } from '../../../core/http/opened/openedFields.ts';
import type { OperationContext } from '../../../core/http/operationContext.ts';
import { ticketsInReach } from '../../../core/reach/reachSql.ts';
import { idText, idTextOrNull, type RecordId } from '../../../core/shared/values/ids.ts';
import type { Verdict } from '../../../core/texts/say.ts';
import { checkFollowers, followersOf, followersOfTicket, mostFollowers } from '../followers/followers.ts';
import { sources } from '../history/origin.ts';
import type { CreatedTicket } from '../record/createTicketRecord.ts';
import { type StoredTicket, ticketColumns, waitingFor } from '../record/storedTicket.ts';
import { checkDescription, checkReply, checkSubject, checkTags, longestTag, mostTags } from '../text.ts';
import { limits, priorities, sides, statuses } from '../vocabulary.ts';

/** A field with the same rule as in the CMS's APIs. */
const textBy = (check: (text: unknown) => Verdict, length: { minLength?: number; maxLength: number }) =>
  z.string('Enter text.').superRefine(checkedBy(check)).meta(length);

export const subjectField = textBy(checkSubject, { minLength: 1, maxLength: limits.subject });
export const descriptionField = textBy(checkDescription, { maxLength: limits.description }).nullable();
export const bodyField = textBy(checkReply, { minLength: 1, maxLength: limits.reply });
export const tagsField = z
  .array(z.string('A tag is text.').meta({ minLength: 1, maxLength: longestTag }), 'Send a list of tags.')
  .superRefine(checkedBy(checkTags))
  .meta({ maxItems: mostTags })
  .describe('Without commas; compared without case. For staff and representatives.');
export const followersField = z
  .array(idField, 'Send a list of people.')
  .superRefine(checkedBy(checkFollowers))
  .meta({ maxItems: mostFollowers })
  .describe('Clients and representatives of the organization. For staff, representatives and the requester.');
export const priorityField = z.enum(priorities);
export const statusField = z.enum(statuses);
export const sourceField = z
  .enum(sources)
  .nullable()
  .describe('The way by which it came; null if it is older than version 4.10.')
  .meta({ examples: ['api'] });

export const ticketSummary = z
  .strictObject({
    id: z.string(),
    subject: z.string().meta({ examples: ['VPN is slow'] }),
    status: statusField,
    priority: priorityField,
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'TicketSummary' });

export const ticket = z
  .strictObject({
    id: z.string(),
    subject: z.string().meta({ examples: ['VPN is slow'] }),
    description: z
      .string()
      .nullable()
      .meta({ examples: ['Since this morning.'] }),
    status: statusField,
    priority: priorityField,
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    created_by: z.string().nullable().describe('The user who created it; null once they are deleted.'),
    requester_id: z.string().nullable().describe('The client whom the ticket is for.'),
    assignee_id: z.string().nullable().describe('The user who handles the ticket.'),
    organization_id: z.string().nullable(),
    source: sourceField,
    waiting_for: z
      .enum(sides)
      .nullable()
      .describe('The side that did not write the last reply to the other; null for a closed ticket.'),
    tags: z
      .array(z.string())
      .optional()
      .describe('For staff and representatives; clients get no tags.')
      .meta({ examples: [['printer', 'VIP']] }),
    followers: z
      .array(z.string())
      .describe('The people who get the ticket’s mails beside the requester, and may reply.')
      .meta({ examples: [['7']] }),
    merged_into: z.string().nullable().describe('The ticket that this one was merged into.'),
  })
  .meta({ id: 'Ticket' })
  .register(openings, { collection: 'tickets', use: 'response' });

export const toSummary = (stored: StoredTicket): z.input<typeof ticketSummary> => ({
  id: idText(stored.id),
  subject: stored.subject,
  status: stored.status,
  priority: stored.priority,
  created_at: iso(stored.created_at),
});

export const toTicket = (
  stored: StoredTicket,
  reader: Principal | null,
  followers: readonly RecordId[],
): z.input<typeof ticket> => ({
  id: idText(stored.id),
  subject: stored.subject,
  description: stored.description,
  status: stored.status,
  priority: stored.priority,
  created_at: iso(stored.created_at),
  updated_at: iso(stored.updated_at),
  created_by: idTextOrNull(stored.created_by_id),
  requester_id: idTextOrNull(stored.requester_id),
  assignee_id: idTextOrNull(stored.assignee_id),
  organization_id: idTextOrNull(stored.organization_id),
  source: stored.source,
  waiting_for: waitingFor(stored),
  followers: followers.map(idText),
  merged_into: idTextOrNull(stored.merged_into_id),
  ...(!isClient(reader) && { tags: [...(stored.tags ?? [])] }),
});

/** A strong validator of the ticket as this API shows it. */
export const etagOf = (shown: z.input<typeof ticket>): string =>
  `"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 27)}"`;

/** A ticket as the API shows it to the caller, with the fields that the app opens. */
export const showTicket = async (
  { portal, req }: Pick<OperationContext, 'portal' | 'req'>,
  stored: StoredTicket | CreatedTicket,
): Promise<z.input<typeof ticket>> => {
  const followers =
    'followers' in stored ? stored.followers : await followersOfTicket(req, portal, stored.id);
  const shown = toTicket(stored, portal.principalOf(req.user), followers);
  return completeRecord({ req, portal, collection: 'tickets' }, shown);
};

/** Shows the tickets of a page of a list. */
export const showTickets = async (
  { portal, req }: Pick<OperationContext, 'portal' | 'req'>,
  page: readonly z.input<typeof ticket>[],
): Promise<z.input<typeof ticket>[]> => {
  const followers = await followersOf(
    req,
    portal,
    page.map(({ id }) => id),
  );
  const shown = page.map((item) => ({ ...item, followers: (followers.get(item.id) ?? []).map(idText) }));
  return completeRecords({ req, portal, collection: 'tickets' }, shown);
};

/** The ticket that the path names. */
export const loadTicket = ({
  caller,
  params,
  payload,
  portal,
  req,
}: OperationContext): Promise<StoredTicket> =>
  findOwn<StoredTicket & Record<string, unknown>>({
    req,
    slug: portal.options.slugs.tickets,
    columns: ticketColumns,
    caller,
    id: params.ticket_id ?? '',
    restrict: (conditions) => ticketsInReach(conditions, { payload, portal, caller }),
  });
