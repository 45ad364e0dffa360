import type { Payload } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { textsWithinSql } from '../../../core/database/jsonTexts.ts';
import { postgresOf } from '../../../core/database/pool.ts';
import { tableOf } from '../../../core/database/table.ts';
import type { AddressErasure } from '../../../core/ports/erasure.ts';
import { keptDays } from '../vocabulary.ts';
import { type RawMail, removeRawMail } from './storedMail.ts';

const batchSize = 100;

/**
 * Deletes raw messages that were held, failed, unwanted or accepted by staff 30 days ago, and those of settled mails whose
 * process died before it deleted them; all texts that are 30 days old; and the rows of processed messages after the time
 * for which they are kept.
 */
export const pruneInboundMails = async (payload: Payload, portal: PortalContext): Promise<void> => {
  await pruneRawMails(payload, portal);
  const table = tableOf(payload, portal.options.slugs.inboundMails);
  await postgresOf(payload).pool.query(
    `delete from support_portal.new_people where created_at <= now() - interval '1 day'`,
  );
  await postgresOf(payload).pool.query(
    `update ${table} set text = null where text is not null and ${isOver}`,
  );
  await pruneRows(payload, portal);
};

const isOver = `processed_at < now() - interval '${keptDays} days'`;

const isKept = `(outcome in ('held', 'failed') or (outcome = 'ignored' and reason in ('blocked', 'spam')) or (outcome in ('reply', 'ticket') and settled_by_id is not null))`;

const pruneRawMails = async (payload: Payload, { options }: PortalContext): Promise<void> => {
  const slug = options.slugs.inboundMails;
  for (let left = batchSize; left === batchSize; ) {
    const { rows } = await postgresOf(payload).pool.query<RawMail>(
      `select id, filename, filesize from ${tableOf(payload, slug)}
       where filename is not null and outcome is not null and processed_at < now() - interval '1 hour'
         and (not ${isKept} or ${isOver})
       limit ${batchSize}`,
    );
    for (const mail of rows) await removeRawMail(payload, slug, mail);
    left = rows.length;
  }
};

const dayLength = 24 * 60 * 60 * 1000;

/**
 * The moment before which a message in a mailbox may have had a row that has ended. A message that came since the mailbox
 * was last read has none yet, however old it is by now; a day is for clocks that differ.
 *
 * @param readAt time at which the mailbox was last read to its end; null if it never was
 * @returns null if every message has its row
 */
export const forgottenBefore = (
  { retentionDays }: PortalContext['options']['inboundMails'],
  readAt: Date | null,
): Date | null => {
  if (readAt === null || retentionDays === Number.POSITIVE_INFINITY) return null;
  return new Date(Math.min(Date.now() - retentionDays * dayLength, readAt.getTime() - dayLength));
};

const pruneRows = async (payload: Payload, { options }: PortalContext): Promise<void> => {
  const { retentionDays } = options.inboundMails;
  if (retentionDays === Number.POSITIVE_INFINITY) return;
  const slug = options.slugs.inboundMails;
  const { pool } = postgresOf(payload);
  for (let left = batchSize; left === batchSize; ) {
    const { rows } = await pool.query<RawMail>(
      `select id, filename, filesize from ${tableOf(payload, slug)}
       where received_at < now() - $1 * interval '1 day' and outcome is not null
       order by received_at limit ${batchSize}`,
      [retentionDays],
    );
    for (const mail of rows) await removeRawMail(payload, slug, mail);
    await pool.query(`delete from ${tableOf(payload, slug)} where id = any($1)`, [rows.map(({ id }) => id)]);
    left = rows.length;
  }
};

/**
 * Erases an address from the messages that came by mail. Messages that it sent keep only their rows, for the counts, and a
 * waiting one is discarded. In other messages only the address is replaced.
 */
export const eraseSenders = async (erasure: AddressErasure, portal: PortalContext): Promise<void> => {
  const { payload } = erasure;
  const slug = portal.options.slugs.inboundMails;
  for (const mail of await eraseSent(payload, tableOf(payload, slug), erasure))
    await removeRawMail(payload, slug, mail);
  await eraseNamed(payload, tableOf(payload, slug), erasure);
  await postgresOf(payload).pool.query(
    'delete from support_portal.blocked_senders where sender = any($1) and created_at <= $2',
    [erasure.notations, erasure.before],
  );
};

const eraseSent = async (
  payload: Payload,
  table: string,
  { notations, inText, placeholder, before }: AddressErasure,
): Promise<readonly RawMail[]> => {
  const { rows } = await postgresOf(payload).pool.query<RawMail>(
    `update ${table} set "from" = regexp_replace("from", $1, $2, 'gi'), subject = null, text = null, message_id = null,
       connection = null, from_name = null, reason = case when outcome in ('held', 'failed') then null else reason end,
       outcome = case when outcome in ('held', 'failed') then 'discarded' else outcome end
     where string_to_array(lower("from"), ', ') && $3::text[] and outcome is not null and received_at <= $4
     returning id, filename, filesize`,
    [inText, placeholder, notations, before],
  );
  return rows;
};

const eraseNamed = async (
  payload: Payload,
  table: string,
  { inText, placeholder, before }: AddressErasure,
): Promise<void> => {
  const columns = ['"from"', 'from_name', '"to"', 'subject', 'reason', 'text', 'message_id'];
  const changes = columns.map((column) => `${column} = regexp_replace(${column}, $1, $2, 'gi')`);
  const isInConnection = `exists (select from ${textsWithinSql('connection')} where texts.text ~* $1)`;
  const found = [...columns.map((column) => `${column} ~* $1`), isInConnection];
  // The name by which a server greets may tell the sender, as its address does.
  changes.push(`connection = case when ${isInConnection} then null else connection end`);
  await postgresOf(payload).pool.query(
    `update ${table} set ${changes.join(', ')} where received_at <= $3 and (${found.join(' or ')})`,
    [inText, placeholder, before],
  );
};
