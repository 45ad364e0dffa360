import { type CollectionSlug, createLocalReq, type Payload, type PayloadRequest } from 'payload';
import type { Principal } from '../access/roles.ts';
import { withDatabaseLock } from '../database/lock.ts';
import { postgresOf } from '../database/pool.ts';
import { runStatement } from '../database/statement.ts';
import { tableOf } from '../database/table.ts';
import { inTransaction } from '../database/transaction.ts';
import { wireAddress } from '../mail/message/addressList.ts';
import type { Slugs } from '../options/slugs.ts';
import { enqueue, type Job, type Queue } from '../queue/jobs.ts';
import { decrypt, encrypt } from '../shared/encryption.ts';
import type { RecordId } from '../shared/ids.ts';
import { emailLogOf } from './emailLog.ts';
import { erased } from './erased.ts';
import { conditionsOf, type EmailLogFilter, whereOf } from './filter.ts';
import type { PurgeKind } from './purgeKinds.ts';
import { countEmails, type LogSlugs, type LogTables, logTables } from './query.ts';

interface Erasure {
  readonly payload: Payload;
  readonly slugs: LogSlugs & Pick<Slugs, 'emailLogPurges'>;
  /** A recipient, in any case. */
  readonly address: string;
}

/** How many rows have an address among their recipients, with those that are not in the table yet. */
export const countErasable = async ({ payload, slugs, address }: Erasure): Promise<number> => {
  const waiting = (await emailLogOf(payload)?.countErasable(address)) ?? 0;
  return waiting + (await countEmails(payload, slugs, { address }));
};

/** An erasure that is repeated for rows that waited in the spool of another process. */
export interface ErasureJob {
  /** Encrypted: a table of jobs is no place for an address that is to be forgotten. */
  readonly address: string;
  readonly record: RecordId;
  /** ISO 8601. Later rows are not touched. */
  readonly before: string;
}

export const erasureQueue: Queue<ErasureJob> = { name: 'erasures', leaseSeconds: 600 };

/** How long after an erasure it is repeated first, in seconds: the processes write what waits every ten. */
const untilRepeated = 60;

/** How long it is repeated, in seconds, each pause as long as all before: a table may take no rows for hours. */
const longestRepeated = 24 * 60 * 60;

/** What their addresses are encrypted for. */
export const erasurePurpose = 'erasure';

/**
 * Takes an address out of the log. The rows stay. A record of it, without the address, is there before the first row is
 * changed, and counts each batch.
 *
 * @returns in how many rows
 */
export const eraseAddress = async (erasure: Erasure & { readonly caller: Principal }): Promise<number> => {
  const { payload, slugs, address, caller } = erasure;
  const before = new Date();
  const waiting = (await emailLogOf(payload)?.erase(address)) ?? 0;
  return withDatabaseLock(payload, 'prune', async () => {
    const { id } = await payload.create({
      collection: slugs.emailLogPurges as CollectionSlug,
      data: {
        kind: 'erase' satisfies PurgeKind,
        user: caller.id,
        before: null,
        deleted: waiting,
        createdAt: before.toISOString(),
      },
      // The operation has checked the caller. The CMS lets no one write purges.
      overrideAccess: true,
      depth: 0,
    });
    const sealed = encrypt(address, payload.config.secret, erasurePurpose);
    const again = { address: sealed, record: id, before: before.toISOString() };
    await enqueue(await createLocalReq({}, payload), erasureQueue, again, { afterSeconds: untilRepeated });
    return waiting + (await eraseRows({ payload, slugs, address, record: id }));
  });
};

/** Repeats an erasure, for rows of the address that were in a spool. */
export const eraseAgain = async (
  payload: Payload,
  slugs: Erasure['slugs'],
  { data }: Pick<Job<ErasureJob>, 'data'>,
): Promise<void> => {
  const address = decrypt(data.address, payload.config.secret, erasurePurpose);
  await emailLogOf(payload)?.erase(address);
  const { record } = data;
  await withDatabaseLock(payload, 'prune', () =>
    eraseRows({ payload, slugs, address, record, before: new Date(data.before) }),
  );
  const waited = (Date.now() - Date.parse(data.before)) / 1_000;
  if (waited < longestRepeated)
    await enqueue(await createLocalReq({}, payload), erasureQueue, data, {
      afterSeconds: Math.max(waited, 1),
    });
};

/** Rows of one transaction. */
const batchSize = 1_000;

interface Rows extends Erasure {
  /** The record that counts them. */
  readonly record: RecordId;
  readonly before?: Date;
}

const eraseRows = async ({ payload, slugs, address, record, before }: Rows): Promise<number> => {
  const tables = logTables(payload, slugs);
  const ids = await findRows(payload, tables, { address, before });
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize);
    const req = await createLocalReq({}, payload);
    await inTransaction(req, async () => {
      await eraseBatch(req, tables, { address, ids: batch });
      await countBatch(req, slugs, { record, count: batch.length });
    });
  }
  await forgetElsewhere(payload, address);
  return ids.length;
};

const findRows = async (
  payload: Payload,
  { log, deliveries }: LogTables,
  filter: EmailLogFilter,
): Promise<RecordId[]> => {
  const { range, others, parameters } = conditionsOf(filter, { deliveries });
  const { rows } = await postgresOf(payload).pool.query<{ id: RecordId }>(
    `select id from ${log} log ${whereOf(...others, ...range)}`,
    [...parameters],
  );
  return rows.map(({ id }) => id);
};

interface Batch {
  readonly address: string;
  readonly ids: readonly RecordId[];
}

const eraseBatch = async (
  req: PayloadRequest,
  { log, deliveries }: LogTables,
  { address, ids }: Batch,
): Promise<void> => {
  const [plain, inJson] = [patternOf(address), patternOf(JSON.stringify(address).slice(1, -1))];
  await runStatement(
    req,
    `update ${log} set "to" = rest.list, subject = case when rest.others then subject end,
       error = regexp_replace(error, $1, '${erased}', 'gi'),
       fallback = regexp_replace(fallback::text, $2, '${erased}', 'gi')::jsonb
     from (
       select id, string_agg(case when lower(one) = lower($3) then '${erased}' else one end, ', ' order by place) as list,
         bool_or(lower(one) <> lower($3) and one <> '${erased}') as others
       from ${log}, unnest(string_to_array("to", ', ')) with ordinality as given(one, place)
       where id = any($4) group by id
     ) rest where rest.id = ${log}.id`,
    [plain, inJson, address, ids],
  );
  // The same event may have been told of several recipients: its id then names the row, so that each stays its own.
  await runStatement(
    req,
    `update ${deliveries} set detail = regexp_replace(detail, $1, '${erased}', 'gi'),
       event_id = case when recipient = lower($2) then id::text else event_id end,
       recipient = case when recipient = lower($2) then '${erased}' else recipient end
     where email = any($3::text[])`,
    [plain, address, ids.map(String)],
  );
};

/** The address as it was given, and as servers and providers name it: they know its domain in ASCII alone. */
const notationsOf = (address: string): readonly string[] => [...new Set([address, wireAddress(address)])];

/**
 * The address as PostgreSQL's regular expressions find it, but not as a part of a longer one. Servers write it in quotes
 * and behind signs that an address may have: what begins with one of these is rather erased than kept.
 */
const patternOf = (address: string): string => {
  const notations = notationsOf(address).map((one) => one.replace(/[^\p{L}\p{N}@_-]/gu, '\\$&'));
  return `(?<![\\w.+-])(?:${notations.join('|')})(?!-?[[:alnum:]]|\\.[[:alnum:]])`;
};

const countBatch = async (
  req: PayloadRequest,
  { emailLogPurges }: Erasure['slugs'],
  { record, count }: { readonly record: RecordId; readonly count: number },
): Promise<void> => {
  const table = tableOf(req.payload, emailLogPurges);
  await runStatement(req, `update ${table} set deleted = deleted + $1 where id = $2`, [count, record]);
};

/** Events that came before the row of their mail, and what alerts say of errors. */
const forgetElsewhere = async (payload: Payload, address: string): Promise<void> => {
  const { pool } = postgresOf(payload);
  const inJson = patternOf(JSON.stringify(address).slice(1, -1));
  await pool.query(
    `update support_portal.jobs set data = jsonb_set(data, '{events}', (
       select coalesce(jsonb_agg(event), '[]') from jsonb_array_elements(data->'events') event
       where lower(event->>'recipient') <> all($1)))
     where queue = 'mail-events' and data::text ~* $2`,
    [notationsOf(address.toLowerCase()), inJson],
  );
  await pool.query(`delete from support_portal.jobs where queue = 'email-changes' and data::text ~* $1`, [
    inJson,
  ]);
  await pool.query('delete from support_portal.email_changes where email = lower($1)', [address]);
  await pool.query(
    `update support_portal.jobs set data = regexp_replace(data::text, $1, '${erased}', 'gi')::jsonb
     where queue in ('mail-events', 'alerts') and data::text ~* $1`,
    [inJson],
  );
  await pool.query(
    `update support_portal.alerts set detail = regexp_replace(detail, $1, '${erased}', 'gi') where detail ~* $1`,
    [patternOf(address)],
  );
};
