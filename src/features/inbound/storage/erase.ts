import type { Payload } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { postgresOf } from '../../../core/database/pool.ts';
import { tableOf } from '../../../core/database/table.ts';
import type { AddressErasure } from '../../../core/ports/erasure.ts';
import { type RawMail, removeRawMail } from './rawMail.ts';

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
  const found = columns.map((column) => `${column} ~* $1`);
  await postgresOf(payload).pool.query(
    `update ${table} set ${changes.join(', ')} where received_at <= $3 and (${found.join(' or ')})`,
    [inText, placeholder, before],
  );
};
