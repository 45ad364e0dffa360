import { writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { type CollectionSlug, createLocalReq, type Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { newIdSql } from '../../core/database/ids.ts';
import { postgresOf } from '../../core/database/pool.ts';
import { tableOf } from '../../core/database/table.ts';
import { afterRollback, inTransaction } from '../../core/database/transaction.ts';
import { inStoringTurn } from '../../core/http/turns.ts';
import { assertDiskRoom } from '../../core/http/upload/diskRoom.ts';
import { enqueue, type Queue } from '../../core/jobs/jobs.ts';
import { metricsOf } from '../../core/metrics/metrics.ts';
import { foldAddress, notationsOf } from '../../core/shared/addresses/notations.ts';
import { isUnstorable } from '../../core/shared/errors/errors.ts';
import type { RecordId } from '../../core/shared/values/ids.ts';
import type { StoredFile } from '../files/feature.ts';
import { type AdmittedFile, admittedFile, confirmStored, discardFile, standInFor } from '../files/feature.ts';
import type { Connection } from './authentication/verdict.ts';
import { addressOf } from './message/header/author.ts';
import { type ReadHeaders, unreadHeaders } from './message/readHeaders.ts';
import { isUnreadableMessage } from './message/UnreadableMessage.ts';
import { type LaneName, readerOf } from './reading/reader.ts';
import type { Output } from './reading/works.ts';
import { laneSql } from './senders/known.ts';
import { identityOfUnreadable } from './storage/identity.ts';
import type { Via } from './vocabulary.ts';

/** A message that waits to be processed. */
export interface InboundJob {
  readonly mailId: RecordId;
}

/** A queue for each lane of the reader, so that strangers' messages hold up no others. */
export const inboundQueues: Readonly<Record<LaneName, Queue<InboundJob>>> = {
  known: { name: 'inbound-mails', leaseSeconds: 60 },
  strangers: { name: 'inbound-mails-strangers', leaseSeconds: 60 },
};

interface ReceivedMail {
  /** The raw message, 35 MiB at most. */
  readonly bytes: Uint8Array;
  readonly via: Via;
  readonly connection: Connection | null;
}

interface Receipt {
  readonly id: RecordId;
  /** It is false if the same message was there. */
  readonly isNew: boolean;
}

/**
 * Stores a message durably, with the job that processes it. The same message again is found, and not stored twice. One whose header
 * PostgreSQL refuses is stored without it: to come again would not help it, and would hold up those behind it in a mailbox.
 */
export const receiveMail = async (
  payload: Payload,
  portal: PortalContext,
  received: ReceivedMail,
): Promise<Receipt> => {
  const { digest, headers } = await identify(payload, received);
  const { known, lane } = await lookUp(payload, portal, { digest, address: addressOf(headers.author) });
  if (known !== null) return { id: known, isNew: false };
  const message = { ...received, digest, headers, lane };
  try {
    return await storeOnce(payload, portal, message);
  } catch (error) {
    if (!isUnstorable(error)) throw error;
    payload.logger.error({ err: error, msg: 'The header of a message cannot be stored.' });
    return storeOnce(payload, portal, { ...message, connection: null, headers: unreadHeaders });
  }
};

const storeOnce = async (payload: Payload, portal: PortalContext, message: Identified): Promise<Receipt> => {
  try {
    const id = await inStoringTurn(payload, () => store(payload, portal, message));
    metricsOf(payload).count('inbound_mails', { via: message.via });
    return { id, isNew: true };
  } catch (error) {
    // The same message may have come at the same moment.
    const twin = await findByDigest(payload, portal, message.digest);
    if (twin === null) throw error;
    return { id: twin, isNew: false };
  }
};

/** A message that cannot even be parsed is accepted as well: it is a stranger's. */
export const identify = (
  payload: Payload,
  { bytes, connection }: Pick<ReceivedMail, 'bytes' | 'connection'>,
): Promise<Output<'identify'>> =>
  readerOf(payload)
    .identify({ bytes, isSentByNoOne: connection?.sender === '' })
    .catch((error: unknown) => {
      if (!isUnreadableMessage(error)) throw error;
      return { digest: identityOfUnreadable(bytes), headers: unreadHeaders };
    });

const findByDigest = async (
  payload: Payload,
  { options }: PortalContext,
  digest: string,
): Promise<RecordId | null> => {
  const { rows } = await postgresOf(payload).pool.query<{ id: RecordId }>(
    `select id from ${tableOf(payload, options.slugs.inboundMails)} where digest = $1`,
    [digest],
  );
  return rows[0]?.id ?? null;
};

interface Clues {
  readonly digest: string;
  readonly address: string | null;
}

/** The id of the same message if it is there, and the lane of this one. */
const lookUp = async (
  payload: Payload,
  { options: { slugs } }: PortalContext,
  { digest, address }: Clues,
): Promise<{ readonly known: RecordId | null; readonly lane: LaneName }> => {
  const { rows } = await postgresOf(payload).pool.query<{ known: RecordId | null; lane: LaneName }>(
    `select (select id from ${tableOf(payload, slugs.inboundMails)} where digest = $1) as known,
       ${laneSql(tableOf(payload, slugs.users), '$2')} as lane`,
    [digest, address && notationsOf(foldAddress(address))],
  );
  return rows[0] ?? { known: null, lane: 'strangers' };
};

interface Identified extends ReceivedMail {
  readonly digest: string;
  readonly headers: ReadHeaders;
  readonly lane: LaneName;
}

const store = async (
  payload: Payload,
  portal: PortalContext,
  { bytes, via, connection, digest, headers: { author: _, ...header }, lane }: Identified,
): Promise<RecordId> => {
  const collection = portal.options.slugs.inboundMails as CollectionSlug;
  const req = await createLocalReq({}, payload);
  return inTransaction(req, async () => {
    const file = await keep(portal, bytes);
    await afterRollback(req, () => discardFile(file));
    admittedFile.set(req, file);
    const mail = await payload.create({
      collection,
      data: { receivedAt: new Date().toISOString(), via, connection, digest, ...header },
      file: standInFor(file),
      // The name is random, so the CMS need not check whether it is taken.
      overwriteExistingFiles: true,
      depth: 0,
      // No user writes messages; the way in has checked its own credential.
      overrideAccess: true,
      req,
    });
    await confirmStored({ req, file, collection }, mail as unknown as StoredFile);
    await enqueue(req, inboundQueues[lane], { mailId: mail.id });
    return mail.id;
  });
};

/**
 * Writes the bytes to the folder that every start searches for the files of dead processes.
 *
 * @throws {ApiError} `insufficient_storage`: the server or service that has the message keeps it, and delivers it later
 */
const keep = async ({ temporaryFiles }: PortalContext, bytes: Uint8Array): Promise<AdmittedFile> => {
  const path = await temporaryFiles.newPath();
  await assertDiskRoom(dirname(path), 'ordinary', bytes.byteLength);
  await writeFile(path, bytes, { mode: 0o600 });
  return {
    path,
    name: 'message.eml',
    mimeType: 'message/rfc822',
    sizeBytes: bytes.byteLength,
    storedName: basename(path),
  };
};

interface Unreceived {
  readonly via: Via;
  readonly messageId: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly subject: string | null;
  /** The digest that identifies the same message if it arrives again. */
  readonly digest: string;
  readonly reason: string;
}

/** Notes a message that could not be taken, such as one that is too large; without a header that PostgreSQL cannot store. */
export const noteUnreceived = async (
  payload: Payload,
  portal: PortalContext,
  message: Unreceived,
): Promise<void> => {
  const { author: _, ...noHeader } = unreadHeaders;
  await insertUnreceived(payload, portal, message).catch((error: unknown) => {
    if (!isUnstorable(error)) throw error;
    return insertUnreceived(payload, portal, { ...message, ...noHeader });
  });
};

const insertUnreceived = async (
  payload: Payload,
  { options }: PortalContext,
  { via, messageId, from, to, subject, digest, reason }: Unreceived,
): Promise<void> => {
  const id = newIdSql(payload);
  await postgresOf(payload).pool.query(
    `insert into ${tableOf(payload, options.slugs.inboundMails)}
       (${id.column} received_at, processed_at, via, message_id, "from", "to", subject, outcome, reason, digest)
     values (${id.value} now(), now(), $1, $2, $3, $4, $5, 'failed', $6, $7)
     on conflict do nothing`,
    [via, messageId, from, to, subject, reason, digest],
  );
};
