import { tableOf } from '../../core/database/table.ts';
import type { SecretRotation } from '../../core/ports/rotation.ts';
import { validationFailed } from '../../core/shared/errors/errors.ts';
import { eventProviders } from '../../core/shared/portal/mailProviders.ts';
import { settingsSlug } from '../../core/shared/portal/settingsSlug.ts';
import { decrypt, encrypt } from '../../core/shared/secrets/encryption.ts';
import { say } from '../../core/texts/say.ts';
import { setFieldOf } from './setField.ts';

/** A secret in Settings: the group that holds it, its field, and the field that says whether it is set. */
interface StoredSecret {
  readonly path: readonly string[];
  readonly name: string;
  readonly isSet: string;
  /** The purpose that its encryption is bound to. */
  readonly purpose: string;
  /** The fields that decide where the secret is sent or what it unlocks. */
  readonly sentTo?: readonly (readonly string[])[];
}

const declared = [
  {
    path: ['notifications', 'smtp'],
    name: 'password',
    isSet: 'hasPassword',
    purpose: 'settings.smtp.password',
    sentTo: [['notifications', 'smtp', 'host']],
  },
  {
    path: ['notifications', 'proxy'],
    name: 'token',
    isSet: 'hasToken',
    purpose: 'settings.proxy.token',
    sentTo: [['notifications', 'proxy', 'url']],
  },
  { path: ['inbound'], name: 'secret', isSet: 'hasSecret', purpose: 'settings.inbound.secret' },
  {
    path: ['inbound', 'imap'],
    name: 'password',
    isSet: 'hasPassword',
    purpose: 'settings.imap.password',
    sentTo: [['inbound', 'imap', 'host']],
  },
  {
    path: ['inbound', 'imap', 'oauth'],
    name: 'clientSecret',
    isSet: 'hasClientSecret',
    purpose: 'settings.imap.oauth.clientSecret',
    // The token that it buys is sent to the host.
    sentTo: [
      ['inbound', 'imap', 'oauth', 'tokenUrl'],
      ['inbound', 'imap', 'host'],
    ],
  },
  ...eventProviders.map((name) => ({
    path: ['notifications', 'events'],
    name,
    isSet: setFieldOf(name),
    purpose: `settings.events.${name}` as const,
  })),
] as const satisfies readonly StoredSecret[];

type SecretPurpose = (typeof declared)[number]['purpose'];

const storedSecrets: readonly StoredSecret[] = declared;

type Fields = Record<string, unknown>;

/** Decrypts a secret of Settings by its purpose; null if it is not set. */
export type OpenSecret = (purpose: SecretPurpose) => string | null;

/**
 * The secrets in a row of Settings. Each is decrypted when it is asked for, and throws if it was encrypted under another
 * secret than the app's.
 */
export const openSecrets = (row: Readonly<Fields>, secret: string): OpenSecret => {
  const encrypted = new Map(storedSecrets.map((one) => [one.purpose, row[columnOf(one)]]));
  return (purpose) => {
    const stored = encrypted.get(purpose);
    return typeof stored === 'string' ? decrypt(stored, secret, purpose) : null;
  };
};

/**
 * Puts the encrypted form of each secret into a change of Settings; the secret itself is a virtual field, which is checked
 * and not stored. Null clears it, an empty one leaves it as it is.
 *
 * @param secret the app's secret
 */
export const sealSecrets = (settings: Fields, secret: string): void => {
  for (const { path, name, isSet, purpose } of storedSecrets) {
    const fields = groupAt(settings, path);
    const value = fields?.[name];
    if (!fields || value === undefined || value === '') continue;
    fields[`${name}Encrypted`] = value === null ? null : encrypt(String(value), secret, purpose);
    fields[isSet] = value !== null;
  }
};

/**
 * Keeps a stored secret from another server than the one it was entered for. A server that is cleared takes its secret
 * with it, so that the next one does not get it.
 *
 * @param settings the change, which is completed
 * @param before Settings as they are stored
 * @throws {ApiError} `validation_failed` on the secret if its server changes and it is not entered again
 */
export const guardSecrets = (settings: Fields, before: Fields): void => {
  const details = storedSecrets.flatMap(({ path, name, isSet, sentTo = [] }) => {
    const changed = sentTo
      .filter((address) => isAnother(valueAt(settings, address), valueAt(before, address)))
      .map((address) => valueAt(settings, address));
    if (changed.length === 0 || !groupAt(before, path)?.[isSet]) return [];
    const entered = valueAt(settings, [...path, name]);
    if (entered !== undefined && entered !== '') return [];
    if (!changed.some(isEmpty))
      return [{ path: [...path, name].join('.'), message: say('errors:settings:secretAgain') }];
    madeGroupAt(settings, path)[name] = null;
    return [];
  });
  if (details.length > 0) throw validationFailed(details);
};

const isEmpty = (value: unknown): boolean => value === null || value === '';

/** A field that is left out stays as it is. */
const isAnother = (wanted: unknown, stored: unknown): boolean =>
  wanted !== undefined && canonical(wanted) !== canonical(stored);

const canonical = (address: unknown): string => String(address ?? '').trim();

const groupAt = (settings: Fields, path: readonly string[]): Fields | null => {
  let group: unknown = settings;
  for (const name of path) group = isGroup(group) ? group[name] : null;
  return isGroup(group) ? group : null;
};

const valueAt = (settings: Fields, path: readonly string[]): unknown =>
  groupAt(settings, path.slice(0, -1))?.[path.at(-1) ?? ''];

/** The group of a change, which may not name it yet. */
const madeGroupAt = (settings: Fields, path: readonly string[]): Fields =>
  path.reduce<Fields>((group, name) => {
    const known = group[name];
    if (isGroup(known)) return known;
    const made: Fields = {};
    group[name] = made;
    return made;
  }, settings);

const isGroup = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of Settings that a change may clear, group by group. */
const clearable = {
  notifications: {
    from: null,
    notificationEmail: null,
    smtp: { host: null, port: null, user: null, password: null, secure: null },
    proxy: { url: null, token: null },
    events: { resend: null, postmark: null, ses: null, mailgun: null, sendgrid: null },
  },
  inbound: {
    address: null,
    plainReplyTo: null,
    secret: null,
    http: { trustedAuthservId: null },
    imap: {
      trustedAuthservId: null,
      host: null,
      port: null,
      user: null,
      password: null,
      secure: null,
      mailbox: null,
      oauth: { tokenUrl: null, clientId: null, clientSecret: null, scope: null },
    },
  },
} as const;

/**
 * Null clears a group as it clears a field; the CMS itself takes no null for a group.
 *
 * @returns the change with a null for each field of a group that is null
 */
export const withClearedGroups = (change: Fields, groups: Fields = clearable): Fields =>
  Object.fromEntries(
    Object.entries(change).map(([name, value]) => {
      const group = groups[name];
      if (!isGroup(group)) return [name, value];
      if (value === null) return [name, structuredClone(group)];
      return [name, isGroup(value) ? withClearedGroups(value, group) : value];
    }),
  );

/**
 * Encrypts the secrets of Settings again, after a change of `PAYLOAD_SECRET`.
 *
 * @throws if one was not encrypted under the previous secret
 */
export const reencryptSettings = async ({
  client,
  payload,
  previous,
  current,
}: SecretRotation): Promise<void> => {
  const table = tableOf(payload, settingsSlug);
  for (const { purpose, ...place } of storedSecrets) {
    const column = columnOf(place);
    const { rows } = await client.query<{ id: unknown; encrypted: string }>(
      `select id, ${column} as encrypted from ${table} where ${column} is not null`,
    );
    for (const { id, encrypted } of rows) {
      const reencrypted = encrypt(decrypt(encrypted, previous, purpose), current, purpose);
      await client.query(`update ${table} set ${column} = $1 where id = $2`, [reencrypted, id]);
    }
  }
};

const columnOf = ({ path, name }: Pick<StoredSecret, 'path' | 'name'>): string =>
  [...path, name, 'encrypted'].map(snakeCase).join('_');

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
