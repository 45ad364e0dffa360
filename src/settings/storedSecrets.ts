import type { ClientBase } from 'pg';
import { decrypt, encrypt } from '../shared/encryption.ts';

/** The secrets in Settings: the column of each, the field that says it is set, and the purpose that its encryption is bound to. */
const storedSecrets = [
  { group: 'smtp', name: 'password', isSet: 'hasPassword', purpose: 'settings.smtp.password' },
  { group: 'proxy', name: 'token', isSet: 'hasToken', purpose: 'settings.proxy.token' },
] as const;

type Groups = Record<string, Record<string, unknown> | null | undefined>;

/**
 * Puts the encrypted form of a secret into a change of Settings; the secret itself is a virtual field, which is
 * checked and not stored. Null clears it, an empty one leaves it as it is.
 *
 * @param secret of the app
 */
export const sealSecrets = (notifications: Groups, secret: string): void => {
  for (const { group, name, isSet, purpose } of storedSecrets) {
    const fields = notifications[group];
    const value = fields?.[name];
    if (!fields || value === undefined || value === '') continue;
    fields[`${name}Encrypted`] = value === null ? null : encrypt(String(value), secret, purpose);
    fields[isSet] = value !== null;
  }
};

/** The fields of each group of Settings that a change may clear. */
const clearable = {
  smtp: ['host', 'port', 'user', 'password', 'secure'],
  proxy: ['url', 'token'],
} as const;

/** Null clears a group as it clears a field; the CMS itself takes no null for a group. */
export const withClearedGroups = (notifications: Groups | null): Groups => {
  const given: Groups = notifications ?? { from: null, notificationEmail: null, smtp: null, proxy: null };
  const cleared = Object.entries(clearable)
    .filter(([group]) => given[group] === null)
    .map(([group, fields]) => [group, Object.fromEntries(fields.map((field) => [field, null]))]);
  return { ...given, ...Object.fromEntries(cleared) };
};

interface Rotation {
  /** Inside the transaction that changes the secret. */
  readonly client: ClientBase;
  readonly previous: string;
  readonly current: string;
}

/**
 * Encrypts the secrets of Settings again, after a change of `PAYLOAD_SECRET`.
 *
 * @throws if one was not encrypted under the previous secret
 */
export const reencryptSettings = async ({ client, previous, current }: Rotation): Promise<void> => {
  for (const { group, name, purpose } of storedSecrets) {
    const column = `notifications_${group}_${name}_encrypted`;
    const { rows } = await client.query<{ id: unknown; encrypted: string }>(
      `select id, ${column} as encrypted from portal_settings where ${column} is not null`,
    );
    for (const { id, encrypted } of rows) {
      const reencrypted = encrypt(decrypt(encrypted, previous, purpose), current, purpose);
      await client.query(`update portal_settings set ${column} = $1 where id = $2`, [reencrypted, id]);
    }
  }
};
