import type { CollectionSlug, Payload, TypeWithID, Where } from 'payload';
import type { RecordId } from '../../../core/shared/values/ids.ts';

/** A file as it is stored: `filename` is the random name of its bytes, `name` the client's. */
export interface StoredFile extends TypeWithID {
  filename: string;
  name: string;
  mimeType: string;
  filesize: number;
  /** The CRC-32 of its bytes; null if no one has needed it yet. */
  crc32?: number | null;
}

/** A file of the portal, with the date that a zip shows. */
export interface DatedFile extends StoredFile {
  createdAt: string;
}

/** A file by its id or by the name of its bytes, for any caller. Returns null if there is none. */
export const findStoredFile = async (
  payload: Payload,
  slug: string,
  wanted: { id: string } | { filename: string },
): Promise<DatedFile | null> => {
  const [field, value] = Object.entries(wanted)[0] ?? [];
  const where: Where = { [String(field)]: { equals: value } };
  const file = await payload.db.findOne<DatedFile>({ collection: slug as CollectionSlug, where });
  return file && named(file);
};

/** The files of the given ids that are there, in the order of the ids, for any caller: by one look at the database. */
export const findStoredFiles = async (
  payload: Payload,
  slug: string,
  ids: readonly string[],
): Promise<DatedFile[]> => {
  const { docs } = await payload.db.find<DatedFile>({
    collection: slug as CollectionSlug,
    where: { id: { in: [...ids] } },
    limit: 0,
    pagination: false,
  });
  const byId = new Map(docs.map((file) => [String(file.id), named(file)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/** Raw messages have no name of their own. */
const named = (file: DatedFile): DatedFile => ({ ...file, name: file.name ?? file.filename });

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
