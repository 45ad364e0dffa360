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
import {
  byCreation,
  checkPaging,
  listOf,
  pageParameters,
  respondWithList,
} from '../../../core/http/input/list.ts';
import { completeRecord, completeRecords, openings } from '../../../core/http/opened/openedFields.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import type { OperationContext } from '../../../core/http/operationContext.ts';
import { filesInReach } from '../../../core/reach/reachSql.ts';
import { publicOrigin } from '../../../core/request/publicOrigin.ts';
import { apiAddress } from '../../../core/shared/portal/apiRoute.ts';
import { idText, idTextOrNull } from '../../../core/shared/values/ids.ts';
import { type FileRow, fileColumns } from '../record/storedFile.ts';
import { downloadUrl } from '../serving/downloadLink.ts';

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
    reply_id: z.string().nullable().describe('The reply that it was sent with; null for any other.'),
    internal: z
      .boolean()
      .describe('True if clients do not see it: it was sent with an internal note, or not yet.'),
    uploaded_at: z.iso.datetime(),
    uploaded_by: z.string().nullable().describe('The user who uploaded it; null once they are deleted.'),
    uploaded_via: z
      .strictObject({
        type: z.string().meta({ examples: ['upload_request'] }),
        id: z.string(),
        name: z.string().nullable().describe('The name of who sent it, or else their address.'),
      })
      .nullable()
      .describe('The record whose link it came by; null for a file that a user uploaded.'),
    download_url: z.url().describe('Valid for one hour, without other credentials.'),
  })
  .meta({ id: 'File' })
  .register(openings, { collection: 'files', use: 'response' });

/** The address below which files are downloaded. */
export const filesAddress = ({ payload, origin }: PayloadRequest, portal: PortalContext): string =>
  portal.options.files.url ?? apiAddress(payload, portal, publicOrigin(payload) ?? origin ?? '', '/v1/files');

/** The files of a response, each with a download link that is valid from now on. */
export const buildToFile = (req: PayloadRequest, portal: PortalContext) => {
  const { secret } = req.payload.config;
  const filesUrl = filesAddress(req, portal);
  const now = new Date();
  return (row: FileRow): z.input<typeof file> => ({
    id: idText(row.id),
    filename: row.name,
    size_bytes: Number(row.filesize),
    mime_type: row.mime_type,
    folder_id: idTextOrNull(row.folder_id),
    ticket_id: idTextOrNull(row.ticket_id),
    reply_id: idTextOrNull(row.reply_id),
    internal: row.internal === true,
    uploaded_at: iso(new Date(row.created_at)),
    uploaded_by: idTextOrNull(row.uploaded_by_id),
    uploaded_via: row.uploaded_via,
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
  response: { output: file, status: 200 },
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
  response: { output: listOf(file), status: 200 },
  run: (query, { caller, payload, portal, req }) =>
    respondWithList<FileRow, z.input<typeof file>>({
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
