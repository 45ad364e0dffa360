import type { Payload } from 'payload';
import { postgresOf } from '../../../core/database/pool.ts';
import { tableOf } from '../../../core/database/table.ts';
import { readWhole, type StoredFile, storageOf } from '../../files/feature.ts';
import type { StoredMail } from './storedMail.ts';

export type RawMail = Pick<StoredMail, 'id' | 'filename' | 'filesize'>;

/** The raw message; null if it is gone. At most 35 MiB. */
export const readRawMail = async (
  payload: Payload,
  slug: string,
  mail: RawMail,
): Promise<Uint8Array | null> => {
  const file = fileOf(mail);
  return file && readWhole(payload, slug, file);
};

/** Deletes the raw message, and then says in the row that it is gone. If that fails, the daily task repeats it. */
export const removeRawMail = async (payload: Payload, slug: string, mail: RawMail): Promise<void> => {
  const file = fileOf(mail);
  if (!file) return;
  await storageOf(payload, slug).undo(file);
  await postgresOf(payload).pool.query(`update ${tableOf(payload, slug)} set filename = null where id = $1`, [
    mail.id,
  ]);
};

const fileOf = ({ id, filename, filesize }: RawMail): StoredFile | null =>
  filename === null
    ? null
    : { id, filename, name: filename, mimeType: 'message/rfc822', filesize: Number(filesize) };
