import { z } from 'zod';
import { isMember } from '../../access/roles.ts';
import { apiRouteOf } from '../../shared/apiRoute.ts';
import { createTicketRecord } from '../../tickets/createTicketRecord.ts';
import { takeOpened } from '../opened/takeOpened.ts';
import { defineOperation } from '../operation.ts';
import { idField } from '../shared/fields.ts';
import { recordIdIn } from '../shared/recordId.ts';
import { showTicket } from './showTicket.ts';
import { descriptionField, etagOf, priorityField, subjectField, ticket } from './ticket.ts';

export const createTicket = defineOperation({
  name: 'create_ticket',
  summary: 'Creates a ticket.',
  method: 'POST',
  path: '/v1/tickets',
  gate: isMember,
  scope: 'tickets:write',
  input: z.strictObject({
    subject: subjectField.describe('On one line.'),
    description: descriptionField.optional(),
    priority: priorityField.optional().describe('Default: `medium`.'),
    requester_id: idField.optional().describe('The client of the organization that it is for. For staff.'),
    assignee_id: idField
      .nullable()
      .optional()
      .describe('Staff, or a representative of the organization. For staff.'),
    organization_id: idField.optional().describe('For keys that span organizations, which must give it.'),
  }),
  opens: 'tickets',
  staffFields: ['requester_id', 'assignee_id'],
  spanningFields: ['organization_id'],
  output: ticket,
  status: 201,
  answerHeaders: ['Location', 'ETag'],
  examples: {
    input: { subject: 'VPN is slow', description: 'Since this morning.', priority: 'high' },
  },
  run: async (input, { payload, portal, req }) => {
    const { slugs } = portal.options;
    const data = {
      subject: input.subject,
      description: input.description ?? null,
      ...(input.priority && { priority: input.priority }),
      requester: recordIdIn(payload, input, 'requester_id', slugs.users),
      assignee: recordIdIn(payload, input, 'assignee_id', slugs.users),
      organization: recordIdIn(payload, input, 'organization_id', slugs.organizations),
      ...(await takeOpened({ req, portal, collection: 'tickets', input, id: null })),
    };
    const output = await showTicket({ req, portal }, await createTicketRecord({ req, portal, data }));
    const location = `${apiRouteOf(payload, portal)}/v1/tickets/${output.id}`;
    return { output, headers: { Location: location, ETag: etagOf(output) } };
  },
});
