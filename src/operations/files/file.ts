import type { PayloadRequest } from 'payload';
import { z } from 'zod';
import type { PortalContext } from '../../context.ts';
import { findOwn } from '../../database/findOwn.ts';
import { iso } from '../../database/time.ts';
import { downloadUrl } from '../../files/downloadLink.ts';
import { publicOrigin } from '../../request/publicOrigin.ts';
import { apiRouteOf } from '../../shared/apiRoute.ts';
import type { RecordId } from '../../shared/ids.ts';
import { idText, idTextOrNull } from '../../shared/ids.ts';
import { openings } from '../opened/openings.ts';
import type { OperationContext } from '../operation.ts';

export const file = z
  .strictObject({
    id: z.string(),
    filename: z
      .string()
      .describe('As the client named it, without a path.')
      .meta({ examples: ['log.txt'] }),
    size_bytes: z.int().meta({ examples: [1024] }),
    mime_type: z
      .string()
      .describe('The type that the bytes say, else the declared one.')
      .meta({ examples: ['text/plain'] }),
    folder_id: z.string().nullable(),
    ticket_id: z.string().nullable(),
    uploaded_at: z.iso.datetime(),
    download_url: z.url().describe('Good for one hour, without any other credential.'),
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
}

export const fileColumns = 'id, filename, name, filesize, mime_type, folder_id, ticket_id, created_at';

/** Makes the files of an answer, each with a link from now on. */
export const buildToFile = ({ payload, origin }: PayloadRequest, portal: PortalContext) => {
  const { secret } = payload.config;
  const filesUrl =
    portal.options.files.url ??
    `${publicOrigin(payload) ?? origin ?? ''}${apiRouteOf(payload, portal)}/v1/files`;
  const now = new Date();
  return (row: FileRow): z.input<typeof file> => ({
    id: idText(row.id),
    filename: row.name,
    size_bytes: Number(row.filesize),
    mime_type: row.mime_type,
    folder_id: idTextOrNull(row.folder_id),
    ticket_id: idTextOrNull(row.ticket_id),
    uploaded_at: iso(new Date(row.created_at)),
    download_url: downloadUrl({ id: idText(row.id), secret, filesUrl, now }),
  });
};

/** The file that the path names. */
export const loadFile = ({ caller, params, portal, req }: OperationContext): Promise<FileRow> =>
  findOwn<FileRow & Record<string, unknown>>({
    req,
    slug: portal.options.slugs.files,
    columns: fileColumns,
    caller,
    id: params.file_id ?? '',
  });
