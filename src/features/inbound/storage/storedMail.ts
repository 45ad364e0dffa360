import type { Payload, PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { isId } from '../../../core/database/ids.ts';
import { postgresOf } from '../../../core/database/pool.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { toStorable } from '../../../core/shared/text/text.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { otherBytes, readWhole, type StoredFile, storageOf } from '../../files/feature.ts';
import type { Authentication } from '../authentication/authenticate.ts';
import type { Connection } from '../authentication/verdict.ts';
import type { DescribedHeaders } from '../message/readHeaders.ts';
import { readerOf } from '../reading/reader.ts';
import type { InboundOutcome, Via } from '../vocabulary.ts';

/** A message that came, as it is stored. */
export interface StoredMail {
  id: RecordId;
  received_at: Date;
  via: Via;
  from: string | null;
  /** The name that the sender gives; null for none, and for a message of a version before 4.11. */
  from_name: string | null;
  to: string | null;
  subject: string | null;
  message_id: string | null;
  /** It is null until it is processed. */
  outcome: InboundOutcome | null;
  reason: string | null;
  ticket_id: RecordId | null;
  reply_id: RecordId | null;
  log_row_id: string | null;
  authentication: Authentication | null;
  /** All of its text, while it waits for staff. */
  text: string | null;
  /** The SMTP connection by which it came, if that is known. */
  connection: Connection | null;
  /** The name of the raw message in the file storage; null once that is gone. */
  filename: string | null;
  filesize: string | null;
  /** The identity of the message. */
  digest: string;
  /** The member of staff who decided; null if the portal did. */
  settled_by_id: RecordId | null;
}

const mailColumns =
  'id, received_at, via, "from", from_name, "to", subject, message_id, outcome, reason, ticket_id, reply_id, log_row_id, authentication, text, connection, filename, filesize, digest, settled_by_id';

/** drizzle returns timestamps as text. */
export const mailOfRow = (row: StoredMail): StoredMail => ({
  ...row,
  received_at: new Date(row.received_at),
});

/**
 * Reads a message; null if there is none.
 *
 * @param lock keeps it as it is until the request's transaction ends
 */
export const findMail = async (
  req: PayloadRequest,
  { options }: PortalContext,
  id: unknown,
  lock: '' | 'for update' = '',
): Promise<StoredMail | null> => {
  if (!isId(req.payload, id)) return null;
  const { rows } = await runStatement<StoredMail & Record<string, unknown>>(
    req,
    `select ${mailColumns} from ${tableOf(req.payload, options.slugs.inboundMails)} where id = $1 ${lock}`,
    [id],
  );
  const [row] = rows;
  return row ? mailOfRow(row) : null;
};

/** The fields of a message that are written once it is processed. */
export interface Settlement {
  readonly outcome: InboundOutcome;
  readonly reason?: string | null;
  /** The proof that the sender wrote it; kept if it is missing. */
  readonly authentication?: Authentication | null;
  readonly ticketId?: RecordId | null;
  readonly replyId?: RecordId | null;
  readonly logRowId?: string | null;
  readonly text?: string | null;
  /** The member of staff who decided; null if the portal did. */
  readonly settledBy?: RecordId | null;
}

/** Longest part of a text that is kept for a decision of staff, in UTF-16 code units. The raw message has all of it. */
const longestText = 200_000;

/** Records the outcome of a message, in the request's transaction. */
export const settleMail = async (
  req: PayloadRequest,
  { options }: PortalContext,
  id: RecordId,
  settlement: Settlement,
): Promise<void> => {
  const { outcome, reason = null, ticketId = null, replyId = null } = settlement;
  const { logRowId = null, text = null, settledBy = null, authentication = null } = settlement;
  await runStatement(
    req,
    `update ${tableOf(req.payload, options.slugs.inboundMails)}
     set outcome = $1, reason = $2, ticket_id = $3, reply_id = $4, log_row_id = $5, text = $6, settled_by_id = $7,
       authentication = coalesce($8, authentication), processed_at = now()
     where id = $9`,
    [
      outcome,
      reason,
      ticketId,
      replyId,
      logRowId,
      text && toStorable(text.slice(0, longestText)),
      settledBy,
      authentication,
      id,
    ],
  );
};

/** The header as the row has it. */
export const notedHeaders = ({ from, from_name, to, subject, message_id }: StoredMail): DescribedHeaders => ({
  from,
  fromName: from_name,
  to,
  subject,
  messageId: message_id,
});

/** Notes the header of a message again that was read in another way at its receipt. */
export const noteHeaders = async (
  req: PayloadRequest,
  { options }: PortalContext,
  id: RecordId,
  { from, fromName, to, subject, messageId }: DescribedHeaders,
): Promise<void> => {
  await runStatement(
    req,
    `update ${tableOf(req.payload, options.slugs.inboundMails)}
     set "from" = $1, "to" = $2, subject = $3, message_id = $4, from_name = $5 where id = $6`,
    [from, to, subject, messageId, fromName, id],
  );
};

export type RawMail = Pick<StoredMail, 'id' | 'filename' | 'filesize'>;

/**
 * The raw message; null if it is gone. At most 35 MiB.
 *
 * @throws {ApiError} `unavailable` if the storage has other bytes than those that came
 */
export const readRawMail = async (
  payload: Payload,
  slug: string,
  mail: RawMail & Pick<StoredMail, 'digest'>,
): Promise<Uint8Array | null> => {
  const file = fileOf(mail);
  const bytes = file && (await readWhole(payload, slug, file));
  if (bytes && !(await readerOf(payload).matches({ bytes, digest: mail.digest })))
    throw otherBytes(`The bytes of the message ${mail.id} do not have its digest.`);
  return bytes;
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
