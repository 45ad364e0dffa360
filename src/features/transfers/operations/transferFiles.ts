import { z } from 'zod';
import { isTeam } from '../../../core/access/roles.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import { locationOf } from '../../../core/http/headers.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { fileField } from '../../../core/http/upload/receiveUpload.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import { toUpload } from '../../files/feature.ts';
import { removeFile } from '../files/transferFiles.ts';
import { takeFile } from '../files/uploadTarget.ts';
import { assertStatus, type StoredTransfer } from '../record/storedTransfer.ts';
import { loadTransfer, lockTransfer, showTransfer, transfer, transferPath } from './transfer.ts';

const file = transfer.shape.files.element;

export const addTransferFile = defineOperation({
  name: 'add_transfer_file',
  summary: 'Uploads a file that belongs to a draft alone, and ends with it.',
  method: 'POST',
  path: `${transferPath}/files`,
  who: { gate: isTeam, scope: 'transfers:write', sessions: ['staff', 'representative'] },
  body: { isUpload: true },
  input: z.strictObject({ file: fileField }),
  response: { output: file, status: 201, headers: ['Location'] },
  errors: ['conflict', 'payload_too_large'],
  load: loadTransfer,
  async run({ file: received }, context, stored: StoredTransfer) {
    const { caller, portal, req } = context;
    assertStatus(stored, ['draft']);
    return inTransaction(req, async () => {
      const created = await takeFile({ req, portal, transfer: stored, file: toUpload(received) });
      const shown = await showTransfer({ req, portal, caller }, stored);
      const output = shown.files.find(({ id }) => id === idText(created.id));
      if (!output) throw new Error('The new file was not found.');
      return { output, headers: { Location: locationOf(req, output.id) } };
    });
  },
});

export const removeTransferFile = defineOperation({
  name: 'remove_transfer_file',
  summary: 'Removes a file from a draft. A file of a folder or a ticket stays there.',
  method: 'DELETE',
  path: `${transferPath}/files/{file_id}`,
  who: { gate: isTeam, scope: 'transfers:write', sessions: ['staff', 'representative'] },
  input: z.strictObject({}),
  deletesFiles: true,
  response: { output: z.null(), status: 204 },
  errors: ['conflict'],
  load: loadTransfer,
  run: (_input, context) => {
    const { params, portal, req } = context;
    return inTransaction(req, async () => {
      const stored = await lockTransfer(context);
      assertStatus(stored, ['draft']);
      await removeFile(req, portal, { transfer: stored.id, file: params.file_id ?? '' });
      return { output: null };
    });
  },
});
