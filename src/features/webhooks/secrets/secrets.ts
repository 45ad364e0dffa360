import { createHmac, randomBytes } from 'node:crypto';
import type { PortalContext } from '../../../core/context.ts';
import { tableOf } from '../../../core/database/table.ts';
import type { SecretRotation } from '../../../core/ports/rotation.ts';
import { decrypt, encrypt } from '../../../core/shared/secrets/encryption.ts';
import { overlapHours } from './overlap.ts';

/** A secret that was replaced, and signs for one more day. */
export interface FormerSecret {
  /** Encrypted. */
  readonly secret: string;
  /** ISO 8601. */
  readonly replacedAt: string;
}

export interface StoredSecrets {
  readonly secret: string;
  readonly former_secrets: readonly FormerSecret[] | null;
}

const purpose = 'webhooks.secret';

/** Time for which a replaced secret still signs, in milliseconds. */
const overlap = overlapHours * 60 * 60 * 1_000;

export const sealSecret = (secret: string, key: string): string => encrypt(secret, key, purpose);

/** The secrets that sign at a moment, the newest first. */
export const openSecrets = ({ secret, former_secrets }: StoredSecrets, key: string, now: Date): string[] =>
  [secret, ...stillValid(former_secrets ?? [], now).map((former) => former.secret)].map((encrypted) =>
    decrypt(encrypted, key, purpose),
  );

/** The former secrets after the present one is replaced. */
export const retire = ({ secret, former_secrets }: StoredSecrets, now: Date): FormerSecret[] => [
  { secret, replacedAt: now.toISOString() },
  ...stillValid(former_secrets ?? [], now),
];

const stillValid = (former: readonly FormerSecret[], now: Date): FormerSecret[] =>
  former.filter(({ replacedAt }) => now.getTime() - Date.parse(replacedAt) < overlap);

/**
 * Encrypts the secrets of all webhooks again, after a change of `PAYLOAD_SECRET`.
 *
 * @throws if one was not encrypted under the previous secret
 */
export const reencryptWebhooks = async (
  { client, payload, previous, current }: SecretRotation,
  { options: { slugs } }: PortalContext,
): Promise<void> => {
  const webhooks = tableOf(payload, slugs.webhooks);
  const reseal = (sealed: string): string => sealSecret(decrypt(sealed, previous, purpose), current);
  const { rows } = await client.query<StoredSecrets & { id: unknown }>(
    `select id, secret, former_secrets from ${webhooks} where secret is not null`,
  );
  for (const { id, secret, former_secrets } of rows) {
    const former = (former_secrets ?? []).map((one) => ({ ...one, secret: reseal(one.secret) }));
    await client.query(`update ${webhooks} set secret = $1, former_secrets = $2 where id = $3`, [
      reseal(secret),
      JSON.stringify(former),
      id,
    ]);
  }
};

/** The signed content. Only the timestamp differs between attempts. */
interface SignedMessage {
  readonly id: string;
  /** Unix seconds of the try. */
  readonly timestamp: number;
  readonly body: string;
}

const prefix = 'whsec_';
const secretBytes = 32;

export const makeSecret = (): string => prefix + randomBytes(secretBytes).toString('base64');

/**
 * The headers of Standard Webhooks (standardwebhooks.com), version `v1`.
 *
 * @param secrets with or without `whsec_`; each signs, the newest first
 */
export const signatureHeaders = (
  { id, timestamp, body }: SignedMessage,
  secrets: readonly string[],
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': secrets.map((secret) => `v1,${sign(secret, `${id}.${timestamp}.${body}`)}`).join(' '),
});

const sign = (secret: string, content: string): string =>
  createHmac('sha256', Buffer.from(secret.replace(prefix, ''), 'base64'))
    .update(content)
    .digest('base64');
