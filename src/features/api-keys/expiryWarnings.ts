import { createLocalReq, type Payload } from 'payload';
import { postgresOf } from '../../core/database/pool.ts';
import { runStatement } from '../../core/database/statement.ts';
import { tableOf } from '../../core/database/table.ts';
import { inTransaction } from '../../core/database/transaction.ts';
import { enqueueAll, type Job, type Queue } from '../../core/jobs/jobs.ts';
import type { ResolvedOptions } from '../../core/options/resolve.ts';
import { adminLink } from '../../core/request/publicOrigin.ts';
import type { RecordId } from '../../core/shared/values/ids.ts';
import { appTexts } from '../../core/texts/appTexts.ts';
import type { TranslateText } from '../../core/texts/text.ts';
import { sendTextParts } from '../mail/feature.ts';
import { isWarningDue } from './expiry.ts';
import { findUser } from './keyUsers.ts';

/** A mail to the owner of a key that ends soon; its content is looked up when it is sent. */
interface ExpiryWarning {
  readonly apiKeyId: RecordId;
}

/** The lease is as long as that of the notices of tickets (`src/features/tickets/notices/notices.ts`). */
export const expiryWarningQueue: Queue<ExpiryWarning> = { name: 'api-key-warnings', leaseSeconds: 50 };

interface Candidate {
  readonly id: RecordId;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly now: Date;
}

/** Number of keys per batch. */
const batch = 500;

/**
 * Creates the job of each warning that is due and was not created before, in the transaction that notes it: only one of
 * several instances, or of several runs, creates it.
 */
export const makeExpiryWarnings = async (payload: Payload, slug: string): Promise<void> => {
  for (let after: RecordId | null = null; ; ) {
    const last = await makeBatch(payload, slug, after);
    if (last === null) return;
    after = last;
  }
};

/** @returns the last key of the batch; null once there is none left */
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

interface WarningContents {
  readonly name: string;
  readonly prefix: string;
  readonly expiresAt: Date;
  /** The list of keys in the admin UI; null if the app does not know its own address. */
  readonly link: string | null;
  readonly t: TranslateText;
}

/** The subject and the text of a warning. It names the key by its name and prefix, which are not secret. */
const composeExpiryWarning = ({ name, prefix, expiresAt, link, t }: WarningContents) => {
  const day = expiresAt.toISOString().slice(0, 10);
  const time = expiresAt.toISOString().slice(11, 16);
  return {
    subject: t('mails:expiringKey:subject', { name, day }),
    paragraphs: [
      t('mails:expiringKey:ends', { name, prefix, day, time }),
      t('mails:expiringKey:replace'),
      link,
    ],
  };
};

interface WarnedKey {
  readonly id: RecordId;
  readonly name: string;
  readonly prefix: string;
  readonly owner_id: RecordId;
  readonly expires_at: Date;
}

/** Sends a warning, unless the key has ended meanwhile. If the mail fails, the email log records it. */
export const sendExpiryWarning = async (
  payload: Payload,
  { slugs }: ResolvedOptions,
  job: Job<ExpiryWarning>,
): Promise<void> => {
  const {
    data: { apiKeyId },
  } = job;
  const { rows } = await postgresOf(payload).pool.query<WarnedKey>(
    `select id, name, prefix, owner_id, expires_at from ${tableOf(payload, slugs.apiKeys)}
     where id = $1 and revoked_at is null and expires_at > now()
       and owner_id is not null and (spans or organization_id is not null)`,
    [apiKeyId],
  );
  const [key] = rows;
  if (!key) return;
  const owner = await findUser(payload, { slugs }, key.owner_id);
  if (!owner?.email) return;
  const link = adminLink(payload, `/collections/${slugs.apiKeys}`);
  const { name, prefix, expires_at: expiresAt } = key;
  const text = composeExpiryWarning({ name, prefix, expiresAt, link, t: await appTexts(payload) });
  const relatedTo = { type: 'api_key', id: key.id };
  await sendTextParts(
    payload,
    { to: owner.email, type: 'api_key_expiring', ...text },
    { relatedTo, user: null, job },
  );
};
