import { createLocalReq, type Payload } from 'payload';
import { runStatement } from '../database/statement.ts';
import { tableOf } from '../database/table.ts';
import { inTransaction } from '../database/transaction.ts';
import { enqueueAll, type Queue } from '../queue/jobs.ts';
import type { RecordId } from '../shared/ids.ts';
import { isWarningDue } from './expiry.ts';

/** A mail to the owner of a key that ends soon; what it says is looked up when it is sent. */
export interface ExpiryWarning {
  readonly apiKeyId: RecordId;
}

/** As for the notices of tickets: a mail's own limits, at each of three transports, lie below it. */
export const expiryWarningQueue: Queue<ExpiryWarning> = { name: 'api-key-warnings', leaseSeconds: 50 };

interface Candidate {
  readonly id: RecordId;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly now: Date;
}

/** How many keys are taken at once. */
const batch = 500;

/**
 * Makes the job of each warning that is due and was not made before, in the transaction that notes it: of several
 * instances, and of several runs, one makes it.
 */
export const makeExpiryWarnings = async (payload: Payload, slug: string): Promise<void> => {
  for (let after: RecordId | null = null; ; ) {
    const last = await makeBatch(payload, slug, after);
    if (last === null) return;
    after = last;
  }
};

/** @returns the last key that was looked at; null once there is none left */
const makeBatch = async (
  payload: Payload,
  slug: string,
  after: RecordId | null,
): Promise<RecordId | null> => {
  const req = await createLocalReq({}, payload);
  return inTransaction(req, async () => {
    const { rows } = await runStatement<Candidate & Record<string, unknown>>(
      req,
      candidatesSql(tableOf(payload, slug)),
      [after],
    );
    const due = rows.map(momentsOf).filter((key) => isWarningDue(key, key.now));
    const { rows: noted } = await runStatement<{ id: string }>(req, noteSql, [
      due.map(({ id }) => String(id)),
    ]);
    const isNoted = new Set(noted.map(({ id }) => id));
    await enqueueAll(
      req,
      expiryWarningQueue,
      due.filter(({ id }) => isNoted.has(String(id))).map(({ id }) => ({ data: { apiKeyId: id } })),
    );
    return rows.at(-1)?.id ?? null;
  });
};

const candidatesSql = (table: string): string => `
  select k.id, k.created_at as "createdAt", k.expires_at as "expiresAt", k.revoked_at as "revokedAt", now() as now
  from ${table} k
  where k.expires_at > now() and k.expires_at < now() + interval '15 days' and k.revoked_at is null
    and ($1::text is null or k.id::text > $1::text)
    and not exists (select from support_portal.api_key_warnings w where w.api_key_id = k.id::text)
  order by k.id::text limit ${batch}`;

/** A second process waits for the transaction of the first, and then notes nothing. */
const noteSql = `
  insert into support_portal.api_key_warnings (api_key_id) select unnest($1::text[]) as id order by id
  on conflict do nothing returning api_key_id as id`;

/** The transaction's driver gives moments as text. */
const momentsOf = ({ id, createdAt, expiresAt, revokedAt, now }: Candidate): Candidate => ({
  id,
  createdAt: new Date(createdAt),
  expiresAt: new Date(expiresAt),
  revokedAt: revokedAt && new Date(revokedAt),
  now: new Date(now),
});
