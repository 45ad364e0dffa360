import { type CollectionSlug, createLocalReq, type Payload, type PayloadRequest } from 'payload';
import type { Principal } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { withDatabaseLock } from '../../../core/database/lock.ts';
import { postgresOf } from '../../../core/database/pool.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import { enqueue, type Job, type Queue } from '../../../core/jobs/jobs.ts';
import type { Slugs } from '../../../core/options/slugs.ts';
import type { SecretRotation } from '../../../core/ports/rotation.ts';
import { foldAddress, notationsOf } from '../../../core/shared/addresses/notations.ts';
import { decrypt, encrypt } from '../../../core/shared/secrets/encryption.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { emailLogOf } from '../emailLog.ts';
import { conditionsOf, type EmailLogFilter, whereOf } from '../reading/filter.ts';
import { countEmails, type LogTables, logTables } from '../reading/query.ts';
import type { PurgeKind } from '../retention/purgeKinds.ts';
import { erased } from './erased.ts';

interface Erasure {
  readonly payload: Payload;
  readonly portal: PortalContext;
  /** A recipient, in any case and any notation of its domain. */
  readonly address: string;
}

/** The number of rows that have an address among their recipients, with those that are not in the table yet. */
export const countErasable = async ({ payload, portal, address }: Erasure): Promise<number> => {
  const waiting = (await emailLogOf(payload)?.countErasable(address)) ?? 0;
  return waiting + (await countEmails(payload, portal.options.slugs, { address }));
};

/** An erasure that is repeated for rows that waited in the spool of another process. */
export interface ErasureJob {
  /** Encrypted: an address that is to be forgotten must not stand in a table of jobs. */
  readonly address: string;
  readonly record: RecordId;
  /** ISO 8601. Later rows are not touched. */
  readonly before: string;
}

export const erasureQueue: Queue<ErasureJob> = { name: 'erasures', leaseSeconds: 600 };

/**
 * Delay after an erasure before it is repeated for the first time, in seconds: processes write their waiting rows every ten.
 */
const untilRepeated = 60;

/**
 * Time for which it is repeated, in seconds; each pause is as long as all before together. A table may reject rows for
 * hours.
 */
const longestRepeated = 24 * 60 * 60;

/** Purpose of the encryption of their addresses. */
const erasurePurpose = 'erasure';

/**
 * Erases an address from the log. The rows stay. A record of the erasure, without the address, exists before the first row
 * is changed, and counts each batch.
 *
 * @returns the number of changed rows
 */
export const eraseAddress = async (erasure: Erasure & { readonly caller: Principal }): Promise<number> => {
  const { payload, portal, address, caller } = erasure;
  const before = new Date();
  const waiting = (await emailLogOf(payload)?.erase(address)) ?? 0;
  return withDatabaseLock(payload, 'prune', async () => {
    const { id } = await payload.create({
      collection: portal.options.slugs.emailLogPurges as CollectionSlug,
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
    return waiting + (await eraseRows({ payload, portal, address, record: id }));
  });
};

/** Repeats an erasure, for rows of the address that were in a spool. */
export const eraseAgain = async (
  payload: Payload,
  portal: PortalContext,
  { data }: Pick<Job<ErasureJob>, 'data'>,
): Promise<void> => {
  const address = decrypt(data.address, payload.config.secret, erasurePurpose);
  await emailLogOf(payload)?.erase(address);
  const { record } = data;
  await withDatabaseLock(payload, 'prune', () =>
    eraseRows({ payload, portal, address, record, before: new Date(data.before) }),
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

const eraseRows = async ({ payload, portal, address, record, before }: Rows): Promise<number> => {
  const { slugs } = portal.options;
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
  await forgetElsewhere({ payload, portal, address }, before ?? new Date());
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
  const pattern = patternOf(address);
  const notations = notationsOf(address);
  await runStatement(
    req,
    `update ${log} set "to" = rest.list, subject = case when rest.others then subject end,
       error = regexp_replace(error, $1, '${erased}', 'gi'),
       fallback = coalesce((
         select jsonb_agg(case when one->>'error' ~* $1
           then jsonb_set(one, '{error}', to_jsonb(regexp_replace(one->>'error', $1, '${erased}', 'gi'))) else one end
           order by place)
         from jsonb_array_elements(case jsonb_typeof(fallback) when 'array' then fallback end)
           with ordinality as refused(one, place)
       ), fallback)
     from (
       select id, string_agg(case when ${isAddressSql('one')} then '${erased}' else one end, ', ' order by place) as list,
         bool_or(not ${isAddressSql('one')} and one <> '${erased}') as others
       from ${log}, unnest(string_to_array("to", ', ')) with ordinality as given(one, place)
       where id = any($3) group by id
     ) rest where rest.id = ${log}.id`,
    [pattern, notations, ids],
  );
  // A provider may report one event for several recipients. Its id then gets the row's id, so that each stays unique.
  await runStatement(
    req,
    `update ${deliveries} set detail = regexp_replace(detail, $1, '${erased}', 'gi'),
       event_id = case when ${isAddressSql('recipient')} then id::text else event_id end,
       recipient = case when ${isAddressSql('recipient')} then '${erased}' else recipient end
     where email = any($3::text[])`,
    [pattern, notations, ids.map(String)],
  );
};

/** The condition that a text is a notation of the address. */
const isAddressSql = (text: string): string =>
  `lower(${text}) = any(select lower(notation) from unnest($2::text[]) as given(notation))`;

/**
 * The address as PostgreSQL's regular expressions find it, but not as a part of a longer one. Servers and providers know
 * its domain in ASCII alone. They write it in quotes and behind signs that an address may have: in doubt, a text that begins
 * with such a sign is erased.
 */
const patternOf = (address: string): string => {
  const notations = notationsOf(address).map((one) => one.replace(/[^\p{L}\p{N}@_-]/gu, '\\$&'));
  return `(?<![\\w.+-])(?:${notations.join('|')})(?!-?[[:alnum:]]|\\.[[:alnum:]])`;
};

const countBatch = async (
  req: PayloadRequest,
  { emailLogPurges }: Pick<Slugs, 'emailLogPurges'>,
  { record, count }: { readonly record: RecordId; readonly count: number },
): Promise<void> => {
  const table = tableOf(req.payload, emailLogPurges);
  await runStatement(req, `update ${table} set deleted = deleted + $1 where id = $2`, [count, record]);
};

/** Makes each feature erase the address from its own records. */
const forgetElsewhere = async ({ payload, portal, address }: Erasure, before: Date): Promise<void> => {
  for (const feature of portal.features)
    await feature.erase?.(
      {
        payload,
        notations: [...new Set(notationsOf(address).map(foldAddress))],
        inText: patternOf(address),
        before,
        placeholder: erased,
      },
      portal,
    );
};

/**
 * Encrypts the addresses of erasures that are repeated, for another `PAYLOAD_SECRET`.
 *
 * @throws if one was not encrypted under the previous secret
 */
export const reencryptErasures = async ({
  client,
  previous,
  current,
}: Omit<SecretRotation, 'payload'>): Promise<void> => {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    `select to_regclass('support_portal.jobs') is not null as exists`,
  );
  if (!tables[0]?.exists) return;
  const { rows } = await client.query<{ id: string; address: string }>(
    `select id, data->>'address' as address from support_portal.jobs where queue = $1 for update`,
    [erasureQueue.name],
  );
  for (const { id, address } of rows)
    await client.query(
      `update support_portal.jobs set data = jsonb_set(data, '{address}', to_jsonb($2::text)) where id = $1`,
      [id, encrypt(decrypt(address, previous, erasurePurpose), current, erasurePurpose)],
    );
};
