import type { CollectionSlug, Payload } from 'payload';
import { postgresOf } from '../database/pool.ts';
import { tableOf } from '../database/table.ts';
import { sendOnce } from '../mail/sendOnce.ts';
import type { ResolvedOptions } from '../options/resolve.ts';
import type { Job } from '../queue/jobs.ts';
import { adminLink } from '../request/publicOrigin.ts';
import type { RecordId } from '../shared/ids.ts';
import { composeExpiryWarning } from './composeExpiryWarning.ts';
import type { ExpiryWarning } from './expiryWarnings.ts';

interface WarnedKey {
  readonly id: RecordId;
  readonly name: string;
  readonly prefix: string;
  readonly owner_id: RecordId;
  readonly expires_at: Date;
}

/** Sends a warning, unless the key has ended meanwhile. If the mail fails, the email log says so. */
export const sendExpiryWarning = async (
  payload: Payload,
  { slugs }: ResolvedOptions,
  { data: { apiKeyId }, take }: Job<ExpiryWarning>,
): Promise<void> => {
  const { rows } = await postgresOf(payload).pool.query<WarnedKey>(
    `select id, name, prefix, owner_id, expires_at from ${tableOf(payload, slugs.apiKeys)}
     where id = $1 and revoked_at is null and expires_at > now()
       and owner_id is not null and (spans or organization_id is not null)`,
    [apiKeyId],
  );
  const [key] = rows;
  if (!key) return;
  const to = await addressOf(payload, slugs.users, key.owner_id);
  if (to === null) return;
  const link = adminLink(payload, `/collections/${slugs.apiKeys}`);
  const { name, prefix, expires_at: expiresAt } = key;
  const message = {
    to,
    ...composeExpiryWarning({ name, prefix, expiresAt, link }),
    portal: { type: 'api_key_expiring', relatedTo: { type: 'api_key', id: key.id } },
  };
  await sendOnce(payload, message, take);
};

const addressOf = async (payload: Payload, users: string, id: RecordId): Promise<string | null> => {
  const collection = users as CollectionSlug;
  // The portal itself writes to its users; the mail holds nothing but what is its reader's own.
  const owner = await payload.findByID({
    collection,
    id,
    depth: 0,
    disableErrors: true,
    overrideAccess: true,
  });
  const email: unknown = owner && Reflect.get(owner, 'email');
  return typeof email === 'string' ? email : null;
};
