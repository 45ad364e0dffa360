import type { PayloadRequest } from 'payload';
import { preparePortalSchema } from '../../../core/database/prepareSchema.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { endUploadsOf } from '../../uploads/feature.ts';

/** A file that came by a link of a request. The row stays if the team deletes the file. */
export interface RequestFile {
  readonly id: string;
  readonly filename: string;
  readonly size_bytes: number;
  readonly mime_type: string;
  /** It is null for one that is for no item. */
  readonly item_id: string | null;
  readonly link_id: string;
  /** It is null for a link without a recipient. */
  readonly recipient_id: string | null;
  readonly uploaded_at: Date;
  /** True once its item was rejected. */
  readonly is_rejected: boolean;
}

const columns = `request_id, file_id as id, filename, size_bytes::float8 as size_bytes, mime_type, item_id::text, link_id::text,
  recipient_id::text, uploaded_at, is_rejected`;

type Row = RequestFile & { readonly request_id: string } & Record<string, unknown>;

const fileOfRow = ({ request_id, ...file }: Row): RequestFile => ({
  ...file,
  uploaded_at: new Date(file.uploaded_at),
});

type RequestOfCms = Pick<PayloadRequest, 'payload' | 'transactionID'>;

/** The files of requests, in the order in which they came, by the request's id. */
export const filesOfRequests = async (
  req: RequestOfCms,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly RequestFile[]>> => {
  await preparePortalSchema(req.payload);
  const { rows } = await runStatement<Row>(
    req,
    `select ${columns} from support_portal.upload_request_files where request_id = any($1) order by uploaded_at, file_id`,
    [[...ids]],
  );
  const found = new Map<string, RequestFile[]>();
  for (const row of rows) found.set(row.request_id, [...(found.get(row.request_id) ?? []), fileOfRow(row)]);
  return found;
};

export const filesOfRequest = async (req: RequestOfCms, id: RecordId): Promise<readonly RequestFile[]> =>
  (await filesOfRequests(req, [idText(id)])).get(idText(id)) ?? [];

type NewFile = Omit<RequestFile, 'uploaded_at' | 'is_rejected'>;

/** Adds a file to a request that the request's transaction has locked. */
export const addFile = async (req: RequestOfCms, request: RecordId, file: NewFile): Promise<RequestFile> => {
  const { rows } = await runStatement<Row>(
    req,
    `insert into support_portal.upload_request_files
       (request_id, file_id, filename, size_bytes, mime_type, item_id, link_id, recipient_id, uploaded_at)
     values ($1, $2, $3, $4::bigint, $5, $6::uuid, $7::uuid, $8::uuid, clock_timestamp()) returning ${columns}`,
    [
      idText(request),
      file.id,
      file.filename,
      file.size_bytes,
      file.mime_type,
      file.item_id,
      file.link_id,
      file.recipient_id,
    ],
  );
  const [row] = rows;
  if (!row) throw new Error('The file of the request was not found.');
  return fileOfRow(row);
};

export const removeFile = async (req: RequestOfCms, request: RecordId, file: string): Promise<void> => {
  await runStatement(
    req,
    'delete from support_portal.upload_request_files where request_id = $1 and file_id = $2',
    [idText(request), file],
  );
};

/**
 * Marks the files of an item as rejected. The same file, sent again, is a new one.
 *
 * @returns the recipients who had sent them
 */
export const rejectFiles = async (
  req: RequestOfCms,
  request: RecordId,
  item: string,
): Promise<readonly string[]> => {
  const { rows } = await runStatement<{ file_id: string; recipient_id: string | null }>(
    req,
    `update support_portal.upload_request_files set is_rejected = true
     where request_id = $1 and item_id = $2::uuid and not is_rejected returning file_id, recipient_id::text`,
    [idText(request), item],
  );
  await endUploadsOf(
    req,
    rows.map(({ file_id }) => file_id),
  );
  return [...new Set(rows.flatMap(({ recipient_id }) => recipient_id ?? []))];
};

/** The id of a file that no mail has reported yet, and the recipient who sent it. */
interface UntoldFile {
  readonly request_id: string;
  readonly file_id: string;
  readonly recipient_id: string | null;
}

/**
 * Marks the files of a request that no mail has reported yet as reported. Another process that does the same at the same
 * moment gets none of them.
 */
export const takeUntold = async (req: RequestOfCms, request: string): Promise<readonly UntoldFile[]> => {
  const { rows } = await runStatement<UntoldFile & Record<string, unknown>>(
    req,
    `update support_portal.upload_request_files set told_at = now() where request_id = $1 and told_at is null
     returning request_id, file_id, recipient_id::text`,
    [request],
  );
  return rows;
};
