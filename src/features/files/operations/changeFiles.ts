import type { CollectionSlug, File } from 'payload';
import { z } from 'zod';
import { isMember, isTeam } from '../../../core/access/roles.ts';
import { findOwn, lockRecord } from '../../../core/database/findOwn.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import { locationOf } from '../../../core/http/headers.ts';
import { idField, recordIdIn } from '../../../core/http/input/fields.ts';
import { completeRecord } from '../../../core/http/opened/openedFields.ts';
import { fromParts } from '../../../core/http/opened/openInput.ts';
import { takeOpened } from '../../../core/http/opened/takeOpened.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import type { OperationContext } from '../../../core/http/operationContext.ts';
import { fileField, type ReceivedFile } from '../../../core/http/upload/receiveUpload.ts';
import { ticketsInReach } from '../../../core/reach/reachSql.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { type FileRow, fileColumns } from '../record/storedFile.ts';
import { storageOf } from '../storage/storageOf.ts';
import { buildToFile, file, loadFile } from './readFiles.ts';

const input = z.strictObject({
  file: fileField,
  folder_id: idField.describe('The folder of the file.'),
  ticket_id: idField
    .optional()
    .describe('The ticket to which the file is attached, of the same organization.'),
  internal: z
    .enum(['true', 'false'], 'Send true or false.')
    .optional()
    .describe(
      'True for a file that clients do not see: for an internal note, or until a reply with it is sent. Clients may not set it.',
    ),
});

export const uploadFile = defineOperation({
  name: 'upload_file',
  summary: 'Uploads a file into a folder.',
  method: 'POST',
  path: '/v1/files',
  who: { gate: isMember, scope: 'files:write', sessions: ['client'], staffFields: ['internal'] },
  body: { isUpload: true },
  input,
  opens: 'files',
  response: { output: file, status: 201, headers: ['Location'] },
  async run(parts, { payload, portal, req }) {
    const opened = { req, portal, collection: 'files' } as const;
    const added = await takeOpened({ ...opened, input: fromParts(opened, parts), id: null });
    const place = {
      folder: recordIdIn(payload, parts, 'folder_id'),
      ticket: recordIdIn(payload, parts, 'ticket_id') ?? null,
      internal: parts.internal === 'true',
    };
    const output = await createFile({ payload, portal, req }, parts.file, { ...place, ...added });
    return { output, headers: { Location: locationOf(req, output.id) } };
  },
});

export const attachFile = defineOperation({
  name: 'attach_file',
  summary: 'Uploads a file to a ticket.',
  description:
    'For the admin UI. Without another folder, the file lies in the folder for tickets of the organization.',
  method: 'POST',
  path: '/portal/v1/tickets/{ticket_id}/files',
  who: { gate: isTeam, scope: 'files:write', keys: false, sessions: ['staff', 'representative'] },
  body: { isUpload: true },
  input: z.strictObject({
    file: input.shape.file,
    folder_id: input.shape.folder_id.optional(),
    internal: input.shape.internal,
  }),
  response: { output: file, status: 201 },
  load: ({ caller, params, payload, portal, req }) =>
    findOwn<{ id: RecordId }>({
      req,
      slug: portal.options.slugs.tickets,
      columns: 'id',
      caller,
      id: params.ticket_id ?? '',
      restrict: (conditions) => ticketsInReach(conditions, { payload, portal, caller }),
    }),
  async run(parts, { payload, portal, req }, { id: ticket }: { id: RecordId }) {
    const folder = recordIdIn(payload, parts, 'folder_id');
    const place = { ticket, ...(folder !== undefined && { folder }), internal: parts.internal === 'true' };
    return { output: await createFile({ payload, portal, req }, parts.file, place) };
  },
});

const createFile = async (
  { payload, portal, req }: Pick<OperationContext, 'payload' | 'portal' | 'req'>,
  received: ReceivedFile,
  data: object,
) => {
  const collection = portal.options.slugs.files as CollectionSlug;
  const { id } = await payload.create({
    collection,
    data: { ...data },
    file: toUpload(received),
    depth: 0,
    overrideAccess: false,
    req,
  });
  const { rows } = await runStatement<FileRow & Record<string, unknown>>(
    req,
    `select ${fileColumns} from ${tableOf(payload, collection)} where id = $1`,
    [id],
  );
  const [row] = rows;
  if (!row) throw new Error('The new file was not found.');
  return completeRecord({ req, portal, collection: 'files' }, buildToFile(req, portal)(row));
};

/** A received file as the CMS takes one. */
export const toUpload = ({ path, fileName, sizeBytes, declaredType }: ReceivedFile): File => ({
  name: fileName,
  size: sizeBytes,
  mimetype: declaredType ?? '',
  data: Buffer.alloc(0),
  tempFilePath: path,
});

export const deleteFile = defineOperation({
  name: 'delete_file',
  summary: 'Deletes a file and its bytes.',
  method: 'DELETE',
  path: '/v1/files/{file_id}',
  who: { gate: isMember, scope: 'files:write', sessions: ['client'] },
  input: z.strictObject({}),
  deletesFiles: true,
  response: { output: z.null(), status: 204 },
  load: loadFile,
  async run(_input, { payload, portal, req }, { id, filename }: FileRow) {
    const collection = portal.options.slugs.files as CollectionSlug;
    await inTransaction(req, async () => {
      await lockRecord(req, collection, id);
      await payload.delete({ collection, id, depth: 0, overrideAccess: false, req });
    });
    // The collection's hook does so as well, but the response does not wait for it.
    await storageOf(payload, collection).own?.remove(filename);
    return { output: null };
  },
});
