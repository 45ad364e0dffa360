import type { CollectionSlug, Payload, PayloadRequest } from 'payload';
import { z } from 'zod';
import { isClient, isMember } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { toRecordId } from '../../../core/database/ids.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import { locationOf } from '../../../core/http/headers.ts';
import { idField, matchesTag, recordIdIn } from '../../../core/http/input/fields.ts';
import { takeOpened } from '../../../core/http/opened/takeOpened.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { ApiError, notFound } from '../../../core/shared/errors/errors.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import { followersIn, followersOfTicket, isSameSet } from '../followers/followers.ts';
import type { Origin } from '../history/origin.ts';
import { createTicketRecord } from '../record/createTicketRecord.ts';
import { lockTicket, type StoredTicket } from '../record/storedTicket.ts';
import { assertTransition } from '../record/ticketRules.ts';
import { tagsAfter } from '../text.ts';
import {
  descriptionField,
  etagOf,
  followersField,
  loadTicket,
  priorityField,
  showTicket,
  statusField,
  subjectField,
  tagsField,
  ticket,
} from './ticket.ts';

export const createTicket = defineOperation({
  name: 'create_ticket',
  summary: 'Creates a ticket.',
  method: 'POST',
  path: '/v1/tickets',
  who: {
    gate: isMember,
    scope: 'tickets:write',
    sessions: ['client'],
    staffFields: ['requester_id', 'assignee_id'],
    teamFields: ['tags'],
    spanningFields: ['organization_id'],
  },
  input: z.strictObject({
    subject: subjectField.describe('On one line.'),
    description: descriptionField.optional(),
    priority: priorityField.optional().describe('Default: `medium`.'),
    requester_id: idField
      .optional()
      .describe('The client for whom the ticket is, of its organization. For staff.'),
    assignee_id: idField
      .nullable()
      .optional()
      .describe('Staff, or a representative of the organization. For staff.'),
    tags: tagsField.optional(),
    organization_id: idField
      .optional()
      .describe('Required for keys that span organizations; not allowed for others.'),
  }),
  opens: 'tickets',
  response: { output: ticket, status: 201, headers: ['Location', 'ETag'] },
  examples: {
    input: { subject: 'VPN is slow', description: 'Since this morning.', priority: 'high' },
  },
  run: async (input, { key, payload, portal, req }) => {
    const { slugs } = portal.options;
    const data = {
      subject: input.subject,
      description: input.description ?? null,
      ...(input.priority && { priority: input.priority }),
      ...(input.tags && { tags: input.tags }),
      requester: recordIdIn(payload, input, 'requester_id', slugs.users),
      assignee: recordIdIn(payload, input, 'assignee_id', slugs.users),
      organization: recordIdIn(payload, input, 'organization_id', slugs.organizations),
      ...(await takeOpened({ req, portal, collection: 'tickets', input, id: null })),
    };
    // Without a key it is a client on a page.
    const origin: Origin = { source: 'api', ...(key === null && { receipt: 'always' }) };
    const stored = await createTicketRecord({ req, portal, data, origin });
    const output = await showTicket({ req, portal }, stored);
    return { output, headers: { Location: locationOf(req, output.id), ETag: etagOf(output) } };
  },
});

const input = z
  .strictObject({
    subject: subjectField.optional(),
    description: descriptionField.optional().describe('Null clears it.'),
    status: statusField.optional(),
    priority: priorityField.optional(),
    assignee_id: idField.nullable().optional().describe('Null unassigns. For staff.'),
    requester_id: idField.optional().describe('For staff.'),
    tags: tagsField.optional(),
    followers: followersField.optional(),
  })
  .refine((fields) => Object.keys(fields).length > 0, 'Send at least one field to change.')
  .meta({ minProperties: 1 });

export const updateTicket = defineOperation({
  name: 'update_ticket',
  summary: 'Changes a ticket.',
  description:
    'With `If-Match` only if the ticket still has that `ETag`. A status that cannot follow the present one is 409, and so is any change of a ticket that was merged.',
  method: 'PATCH',
  path: '/v1/tickets/{ticket_id}',
  who: {
    gate: isMember,
    scope: 'tickets:write',
    sessions: ['client'],
    staffFields: ['assignee_id', 'requester_id'],
    teamFields: ['tags'],
  },
  input,
  opens: 'tickets',
  response: { output: ticket, status: 200, headers: ['ETag'] },
  examples: { input: { status: 'resolved' } },
  errors: ['invalid_transition', 'conflict', 'precondition_failed'],
  load: loadTicket,
  run: (change, { caller, payload, portal, req }, { id }: StoredTicket) =>
    inTransaction(req, async () => {
      const before = await lockTicket(req, portal, id);
      if (!before) throw notFound();
      if (!matchesTag(req.headers.get('If-Match'), etagOf(await showTicket({ req, portal }, before))))
        throw changedMeanwhile();
      if (change.status) assertTransition(before, change.status, isClient(caller));
      const data = {
        ...differenceOf({ payload, people: portal.options.slugs.users }, change, before),
        ...(await followersToChange({ req, portal, ticket: id }, change)),
        ...(await takeOpened({ req, portal, collection: 'tickets', input: change, id })),
      };
      if (Object.keys(data).length > 0) {
        await payload.update({
          collection: portal.options.slugs.tickets as CollectionSlug,
          id,
          data,
          depth: 0,
          overrideAccess: false,
          req,
        });
      }
      const output = await showTicket({ req, portal }, (await lockTicket(req, portal, id)) ?? before);
      return { output, headers: { ETag: etagOf(output) } };
    }),
});

const changedMeanwhile = () => new ApiError('precondition_failed', say('errors:ticket:changedSince'));

/** The fields that change, by the CMS's names. */
const differenceOf = (
  { payload, people }: { payload: Payload; people: string },
  change: z.output<typeof input>,
  before: StoredTicket,
): Record<string, unknown> => {
  const wanted: [name: string, to: RecordId | null | undefined, from: RecordId | null][] = [
    ['subject', change.subject, before.subject],
    ['description', change.description, before.description],
    ['status', change.status, before.status],
    ['priority', change.priority, before.priority],
    ['requester', recordIdIn(payload, change, 'requester_id', people), before.requester_id],
    ['assignee', recordIdIn(payload, change, 'assignee_id', people), before.assignee_id],
  ];
  return {
    ...Object.fromEntries(wanted.filter(([, to, from]) => to !== undefined && to !== from)),
    ...tagsIn(change, before.tags ?? []),
  };
};

interface OfTicket {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly ticket: RecordId;
}

/** The wanted followers, unless they are the present ones in any order. */
const followersToChange = async (
  { req, portal, ticket: id }: OfTicket,
  { followers: wanted }: z.output<typeof input>,
): Promise<{ followers?: RecordId[] }> => {
  if (wanted === undefined) return {};
  const slug = portal.options.slugs.users;
  const ids = wanted.map((one) => toRecordId(req.payload, { path: 'followers', id: one, slug }));
  return isSameSet(followersIn(ids), await followersOfTicket(req, portal, id)) ? {} : { followers: ids };
};

const tagsIn = ({ tags }: z.output<typeof input>, before: readonly string[]) => {
  const after = tags && tagsAfter(tags, before);
  return after === undefined || after === before ? {} : { tags: after };
};
