import type { Payload, PayloadRequest } from 'payload';
import { isClient } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { postgresOf } from '../../../core/database/pool.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { domainOf } from '../../../core/shared/addresses/hosts.ts';
import { canonicalAddress, foldAddress, notationsOf } from '../../../core/shared/addresses/notations.ts';
import { ApiError, validationFailed } from '../../../core/shared/errors/errors.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import { organizationsOfDomain } from '../../people/feature.ts';
import { inboundOptions, isOwn, ownAddresses } from '../../settings/feature.ts';
import type { StoredMail } from '../storage/storedMail.ts';
import { findSenders } from './sender.ts';

/** A part of the senders: one address, or all addresses of its domain. */
export const blockScopes = ['sender', 'domain'] as const;

type BlockScope = (typeof blockScopes)[number];

/** The longest entry in characters. No mail server takes a longer address, and the list has an index. */
const longestEntry = 320;

/** The address, or the domain, that is blocked with the sender of a message; null if it names none or several. */
export const blockable = (from: string | null, scope: BlockScope): string | null => {
  const address = singleSender(from);
  if (address === null) return null;
  const entry = scope === 'sender' ? address : domainOf(address);
  return entry !== null && entry.length <= longestEntry ? entry : null;
};

const singleSender = (from: string | null): string | null =>
  from !== null && /^[^\s@,]+@[^\s@,]+$/.test(from) ? foldAddress(from) : null;

type Block = Pick<BlockedSender, 'id' | 'sender'>;

/** The entry of the list that blocks an address; null if there is none. */
export const blockOf = async (payload: Payload, address: string | null): Promise<Block | null> => {
  if (address === null) return null;
  const folded = foldAddress(address);
  const { rows } = await postgresOf(payload).pool.query<Block>(
    'select id, sender from support_portal.blocked_senders where sender = any($1) order by sender desc limit 1',
    [[...notationsOf(folded), domainOf(folded) ?? folded]],
  );
  return rows[0] ?? null;
};

interface SenderBlock {
  /** A request with a transaction. */
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly mail: StoredMail;
  readonly scope: BlockScope;
  /** The member of staff. */
  readonly staffId: RecordId;
}

/**
 * Blocks the sender of a message, or their domain. Their other messages that wait are set aside, too.
 *
 * @throws {ApiError} `validation_failed` for a message without a single sender; `conflict` for senders of the team, the portal
 * itself, and domains from which people of the portal write
 */
export const blockSender = async ({ req, portal, mail, scope, staffId }: SenderBlock): Promise<void> => {
  const address = singleSender(mail.from);
  const sender = blockable(mail.from, scope);
  if (address === null || sender === null)
    throw validationFailed([{ path: '', message: say('errors:inbound:noSingleSender') }]);
  await assertStranger(req, portal, address, scope);
  await runStatement(
    req,
    `insert into support_portal.blocked_senders (sender, user_id) select $1, $2
     where not exists (select from support_portal.blocked_senders where sender = any($3)) on conflict do nothing`,
    [canonicalAddress(sender), String(staffId), notationsOf(sender)],
  );
  await runStatement(
    req,
    `update ${tableOf(req.payload, portal.options.slugs.inboundMails)}
     set outcome = 'ignored', reason = 'blocked', settled_by_id = $1, processed_at = now()
     where outcome in ('held', 'failed')
       and ${scope === 'sender' ? '"from"' : `split_part("from", '@', 2)`} = any($2)`,
    [staffId, notationsOf(sender)],
  );
};

/** No one blocks the portal itself, the team, or a domain of people who have an account. */
const assertStranger = async (
  req: PayloadRequest,
  portal: PortalContext,
  address: string,
  scope: BlockScope,
): Promise<void> => {
  const refuse = (reason: 'own' | 'team' | 'organization' | 'people') =>
    new ApiError('conflict', say(`errors:inbound:block:${reason}`));
  const options = await inboundOptions(req.payload, portal.options.inbound);
  const own = await ownAddresses(req.payload, portal, options);
  const domain = domainOf(address) ?? address;
  if (isOwn(address, own)) throw refuse('own');
  const people = await findSenders(req, portal, address);
  if (people.some(({ principal }) => !isClient(principal))) throw refuse('team');
  if (scope === 'sender') return;
  if (own.some((one) => domainOf(one) === domain)) throw refuse('own');
  if ((await organizationsOfDomain(req.payload, portal, address)).length > 0) throw refuse('organization');
  const { rowCount } = await runStatement(
    req,
    `select from ${tableOf(req.payload, portal.options.slugs.users)} where split_part(lower(email), '@', 2) = any($1) limit 1`,
    [notationsOf(domain)],
  );
  if (rowCount !== 0) throw refuse('people');
};

/** True if the list has an entry with this id. */
export const isBlocked = async (payload: Payload, id: string): Promise<boolean> => {
  const { rowCount } = await postgresOf(payload).pool.query(
    'select from support_portal.blocked_senders where id::text = $1',
    [id],
  );
  return rowCount !== 0;
};

/** Unblocks a sender. */
export const unblockSender = async (payload: Payload, id: string): Promise<void> => {
  await postgresOf(payload).pool.query('delete from support_portal.blocked_senders where id::text = $1', [
    id,
  ]);
};

export interface BlockedSender {
  readonly id: string;
  /** An address, or a domain. */
  readonly sender: string;
  /** The member of staff who blocked it. */
  readonly user_id: string;
  readonly created_at: Date;
}

/** The largest number of entries of the list that are read. */
const mostListed = 1_000;

/** The blocked senders, newest first. */
export const listBlockedSenders = async (payload: Payload): Promise<readonly BlockedSender[]> => {
  const { rows } = await postgresOf(payload).pool.query<BlockedSender>(
    `select id, sender, user_id, created_at from support_portal.blocked_senders
     order by created_at desc, sender limit ${mostListed}`,
  );
  return rows.map((row) => ({ ...row, created_at: new Date(row.created_at) }));
};
