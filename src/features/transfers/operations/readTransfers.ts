import { z } from 'zod';
import { isMember } from '../../../core/access/roles.ts';
import { listOf } from '../../../core/http/input/list.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { recordList } from '../../links/feature.ts';
import { type StoredTransfer, statusSql, storedTransfers } from '../record/storedTransfer.ts';
import { transferStatuses } from '../vocabulary.ts';
import { loadTransfer, showTransfer, showTransfers, transfer, transferPath } from './transfer.ts';

const who = {
  gate: isMember,
  scope: 'transfers:read',
  sessions: ['staff', 'representative', 'client'],
} as const;

export const listTransfers = defineOperation({
  name: 'list_transfers',
  summary: 'Lists the transfers in reach, newest first; a client’s are those that were sent to them.',
  method: 'GET',
  path: '/v1/transfers',
  // A client must not find out to whom else a transfer went.
  who: { ...who, teamFields: ['recipient', 'organization_id'] },
  response: { output: listOf(transfer), status: 200 },
  ...recordList({
    stored: storedTransfers,
    statuses: transferStatuses,
    statusSql,
    words: {
      status: 'Only transfers of this status.',
      recipient: 'An address that the transfer goes to, in any case.',
    },
    show: showTransfers,
  }),
});

export const getTransfer = defineOperation({
  name: 'get_transfer',
  summary: 'Reads a transfer, with its files and what each recipient has done.',
  method: 'GET',
  path: transferPath,
  who,
  input: z.strictObject({}),
  response: { output: transfer, status: 200 },
  load: loadTransfer,
  run: async (_input, { caller, portal, req }, row: StoredTransfer) => ({
    output: await showTransfer({ req, portal, caller }, row),
  }),
});
