import { z } from 'zod';
import { isMember } from '../../../core/access/roles.ts';
import { preparePortalSchema } from '../../../core/database/prepareSchema.ts';
import { tableOf } from '../../../core/database/table.ts';
import { iso, withDates } from '../../../core/database/time.ts';
import { textParameter } from '../../../core/http/input/fields.ts';
import { answerList, listOf } from '../../../core/http/input/list.ts';
import { byCreation, checkPaging, pageParameters } from '../../../core/http/input/paging.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { idText } from '../../../core/shared/ids.ts';
import { foldAddress } from '../../../core/shared/text.ts';
import { restrictToTicket } from '../../tickets/feature.ts';
import { type StoredTransfer, statusSql, storedTransfers } from '../storedTransfer.ts';
import { transferStatuses } from '../vocabulary.ts';
import { loadTransfer, showTransfer, showTransfers, transfer, transferPath } from './transfer.ts';

const input = z
  .strictObject({
    status: z
      .enum(transferStatuses, `Give one of ${transferStatuses.join(', ')}.`)
      .optional()
      .describe('Only transfers of this status.'),
    recipient: textParameter.optional().describe('An address that the transfer goes to, in any case.'),
    organization_id: textParameter.optional().describe('One organization.'),
    ticket_id: textParameter
      .optional()
      .describe('One ticket; those of tickets that were merged into it, too.'),
    ...pageParameters,
  })
  .superRefine((query, context) => checkPaging(query, context));

export const listTransfers = defineOperation({
  name: 'list_transfers',
  summary: 'Lists the transfers in reach, newest first; a client’s are those that were sent to them.',
  method: 'GET',
  path: '/v1/transfers',
  who: {
    gate: isMember,
    scope: 'transfers:read',
    sessions: ['staff', 'representative', 'client'],
    // A client must not find out to whom else a transfer went.
    teamFields: ['recipient', 'organization_id'],
  },
  input,
  answer: { output: listOf(transfer), status: 200 },
  async run(query, { caller, payload, portal, req }) {
    await preparePortalSchema(payload);
    const { status, recipient, organization_id, ticket_id } = query;
    return answerList<StoredTransfer, StoredTransfer, z.input<typeof transfer>>({
      payload,
      query,
      listing: {
        columns: storedTransfers.columns,
        from: tableOf(payload, portal.options.slugs.transfers),
        order: { column: 'created_at', direction: 'desc', ties: 'desc' },
        restrict: (conditions) =>
          storedTransfers
            .restrict(restrictToTicket(conditions, { payload, portal }, ticket_id), {
              caller,
              req,
              portal,
            })
            .add(`(${statusSql}) = ?`, status)
            .add('organization_id::text = ?', organization_id)
            .add(
              storedTransfers.addressedTo(req, portal),
              recipient === undefined ? undefined : foldAddress(recipient),
            ),
      },
      toItem: withDates<StoredTransfer>,
      complete: (rows) => showTransfers({ req, portal, caller }, rows),
      positionOf: ({ created_at, id }) => ({
        order: byCreation.name,
        value: iso(created_at),
        id: idText(id),
      }),
    });
  },
});

export const getTransfer = defineOperation({
  name: 'get_transfer',
  summary: 'Reads a transfer, with its files and what each recipient has done.',
  method: 'GET',
  path: transferPath,
  who: { gate: isMember, scope: 'transfers:read', sessions: ['staff', 'representative', 'client'] },
  input: z.strictObject({}),
  answer: { output: transfer, status: 200 },
  load: loadTransfer,
  run: async (_input, { caller, portal, req }, row: StoredTransfer) => ({
    output: await showTransfer({ req, portal, caller }, row),
  }),
});
