import type { Payload, PayloadRequest } from 'payload';
import { z } from 'zod';
import { isMember } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { findOwn } from '../../../core/database/findOwn.ts';
import { isId } from '../../../core/database/ids.ts';
import type { Conditions } from '../../../core/database/listRows.ts';
import { tableOf } from '../../../core/database/table.ts';
import { iso } from '../../../core/database/time.ts';
import { organizationParameter, textParameter } from '../../../core/http/input/fields.ts';
import { answerList, listOf } from '../../../core/http/input/list.ts';
import { byCreation, checkPaging, pageParameters } from '../../../core/http/input/paging.ts';
import { completeRecord, completeRecords, openings } from '../../../core/http/opened/openedFields.ts';
import { defineOperation, type OperationContext } from '../../../core/http/operation.ts';
import { filesInReach } from '../../../core/reach/ticketReach.ts';
import { publicOrigin } from '../../../core/request/publicOrigin.ts';
import { apiAddress } from '../../../core/shared/apiRoute.ts';
import { idText, idTextOrNull, type RecordId } from '../../../core/shared/ids.ts';
import { downloadUrl } from '../downloadLink.ts';

export const file = z
  .strictObject({
    id: z.string(),
    filename: z
      .string()
      .describe('The file name from the client, without a path.')
      .meta({ examples: ['log.txt'] }),
    size_bytes: z.int().meta({ examples: [1024] }),
    mime_type: z
      .string()
      .describe('The media type that the bytes show, else the declared one.')
      .meta({ examples: ['text/plain'] }),
    folder_id: z.string().nullable(),
    ticket_id: z.string().nullable(),
    uploaded_at: z.iso.datetime(),
    uploaded_by: z.string().nullable().describe('The user who uploaded it; null once they are deleted.'),
    download_url: z.url().describe('Valid for one hour, without other credentials.'),
  })
  .meta({ id: 'File' })
  .register(openings, { collection: 'files', use: 'answer' });

export interface FileRow {
  id: RecordId;
  filename: string;
  name: string;
  filesize: string;
  mime_type: string;
  folder_id: RecordId | null;
  ticket_id: RecordId | null;
  created_at: Date;
  uploaded_by_id: RecordId | null;
}

export const fileColumns =
  'id, filename, name, filesize, mime_type, folder_id, ticket_id, created_at, uploaded_by_id';

/** The files of a response, each with a download link that is valid from now on. */
export const buildToFile = ({ payload, origin }: PayloadRequest, portal: PortalContext) => {
  const { secret } = payload.config;
  const filesUrl =
    portal.options.files.url ??
    apiAddress(payload, portal, publicOrigin(payload) ?? origin ?? '', '/v1/files');
  const now = new Date();
  return (row: FileRow): z.input<typeof file> => ({
    id: idText(row.id),
    filename: row.name,
    size_bytes: Number(row.filesize),
    mime_type: row.mime_type,
    folder_id: idTextOrNull(row.folder_id),
    ticket_id: idTextOrNull(row.ticket_id),
    uploaded_at: iso(new Date(row.created_at)),
    uploaded_by: idTextOrNull(row.uploaded_by_id),
    download_url: downloadUrl({ id: idText(row.id), secret, filesUrl, now }),
  });
};

/** The file that the path names. */
export const loadFile = ({ caller, params, payload, portal, req }: OperationContext): Promise<FileRow> =>
  findOwn<FileRow & Record<string, unknown>>({
    req,
    slug: portal.options.slugs.files,
    columns: fileColumns,
    caller,
    id: params.file_id ?? '',
    restrict: (conditions) => filesInReach(conditions, { payload, portal, caller }),
  });

export const getFile = defineOperation({
  name: 'get_file',
  summary: 'Reads the metadata of a file, with a link to download it.',
  method: 'GET',
  path: '/v1/files/{file_id}',
  who: { gate: isMember, scope: 'files:read', sessions: ['client'] },
  input: z.strictObject({}),
  answer: { output: file, status: 200 },
  load: loadFile,
  run: async (_input, { portal, req }, row: FileRow) => ({
    output: await completeRecord({ req, portal, collection: 'files' }, buildToFile(req, portal)(row)),
  }),
});

const input = z
  .strictObject({
    folder_id: textParameter.optional().describe('The files of one folder.'),
    ticket_id: textParameter.optional().describe('The files attached to one ticket.'),
    ...organizationParameter,
    ...pageParameters,
  })
  .superRefine((query, context) => checkPaging(query, context));

export const listFiles = defineOperation({
  name: 'list_files',
  summary: 'Lists the files in reach, newest first.',
  method: 'GET',
  path: '/v1/files',
  who: { gate: isMember, scope: 'files:read', sessions: ['client'], spanningFields: ['organization_id'] },
  input,
  answer: { output: listOf(file), status: 200 },
  run: (query, { caller, payload, portal, req }) =>
    answerList<FileRow, z.input<typeof file>>({
      payload,
      query,
      listing: {
        columns: fileColumns,
        from: tableOf(payload, portal.options.slugs.files),
        order: { column: 'created_at', direction: 'desc', ties: 'desc' },
        restrict: (conditions) => {
          const { folder_id, ticket_id, organization_id } = query;
          addId(payload, conditions, 'folder_id', folder_id);
          addId(payload, conditions, 'ticket_id', ticket_id);
          return filesInReach(conditions, { payload, portal, caller }).add(
            'organization_id::text = ?',
            organization_id,
          );
        },
      },
      toItem: buildToFile(req, portal),
      complete: (items) => completeRecords({ req, portal, collection: 'files' }, items),
      positionOf: ({ created_at, id }) => ({
        order: byCreation.name,
        value: iso(created_at),
        id: idText(id),
      }),
    }),
});

/** Compares an id in the column's own type, so that its index is used. */
const addId = (payload: Payload, conditions: Conditions, column: string, id: string | undefined): void => {
  if (id === undefined || isId(payload, id)) conditions.add(`${column} = ?`, id);
  else conditions.add('false');
};
