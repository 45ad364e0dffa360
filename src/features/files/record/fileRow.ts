import type { RecordId } from '../../../core/shared/values/ids.ts';

/** A file as SQL reads it. */
export interface FileRow {
  id: RecordId;
  /** The random name of its bytes. */
  filename: string;
  /** The client's name. */
  name: string;
  filesize: string;
  mime_type: string;
  folder_id: RecordId | null;
  ticket_id: RecordId | null;
  reply_id: RecordId | null;
  internal: boolean | null;
  /** The transfer that it belongs to, which ends with its bytes; null for a file of a folder. */
  transfer_id: RecordId | null;
  created_at: Date;
  uploaded_by_id: RecordId | null;
  /** The link by which it came; null for a file of a user. */
  uploaded_via: { type: string; id: string; name: string | null } | null;
}

export const fileColumns =
  'id, filename, name, filesize, mime_type, folder_id, ticket_id, reply_id, internal, transfer_id, created_at, uploaded_by_id, uploaded_via';
