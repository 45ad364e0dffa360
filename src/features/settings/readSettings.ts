import type { Payload } from 'payload';
import type { QueryResult } from 'pg';
import { portalPool, postgresOf } from '../../core/database/pool.ts';
import { giveUpAfter, quote } from '../../core/database/statement.ts';
import { type EventProviderName, eventProviders } from '../../core/shared/portal/mailProviders.ts';
import type { ImapOptions } from './imapOptions.ts';
import { type OpenSecret, openSecrets } from './storedSecrets.ts';

/** The receiving server's own name in `Authentication-Results`, for each way in; null: its verdict does not count. */
export type TrustedAuthservIds = Readonly<Record<'imap' | 'http', string | null>>;

/** Settings of mail in; a part that is not set is null. */
export interface InboundSettings {
  readonly address: string | null;
  readonly plainReplyTo: boolean;
  readonly secret: string | null;
  /** The server whose verdict on a sender counts, for each way in. */
  readonly trustedAuthservId: TrustedAuthservIds;
  readonly imap: ImapOptions | null;
}

/** Settings of mail; a part that is not set is null. */
export interface MailSettings {
  readonly from: string | null;
  readonly notificationEmail: string | null;
  readonly smtp: {
    readonly host: string;
    readonly port: number | null;
    readonly user: string | null;
    readonly password: string | null;
    readonly secure: boolean;
  } | null;
  readonly proxy: { readonly url: string; readonly token: string | null } | null;
  /** The credentials of providers that send events. */
  readonly events: EventSecrets;
  readonly inbound: InboundSettings;
}

/** The credential by which each provider's events are verified; null for those that are not taken. */
export type EventSecrets = Readonly<Record<EventProviderName, string | null>>;

export const noEventSecrets: EventSecrets = {
  resend: null,
  postmark: null,
  ses: null,
  mailgun: null,
  sendgrid: null,
};

export const noSettings: MailSettings = {
  from: null,
  notificationEmail: null,
  smtp: null,
  proxy: null,
  events: noEventSecrets,
  inbound: {
    address: null,
    plainReplyTo: false,
    secret: null,
    trustedAuthservId: { imap: null, http: null },
    imap: null,
  },
};

/** The columns of the global `portal-settings` that mail goes by. */
type StoredSettings = {
  notifications_from: string | null;
  notifications_notification_email: string | null;
  notifications_smtp_host: string | null;
  notifications_smtp_port: string | null;
  notifications_smtp_user: string | null;
  notifications_smtp_secure: boolean | null;
  notifications_proxy_url: string | null;
  inbound_address: string | null;
  inbound_plain_reply_to: boolean | null;
  inbound_imap_trusted_authserv_id: string | null;
  inbound_http_trusted_authserv_id: string | null;
  inbound_imap_host: string | null;
  inbound_imap_port: string | null;
  inbound_imap_user: string | null;
  inbound_imap_secure: boolean | null;
  inbound_imap_mailbox: string | null;
  inbound_imap_oauth_token_url: string | null;
  inbound_imap_oauth_client_id: string | null;
  inbound_imap_oauth_scope: string | null;
};

/** Longest query on the server, in milliseconds; mails wait less. */
const longestRead = 3_000;

/**
 * Reads over the portal's own pool: a mail is often sent inside a transaction, by a caller that holds a connection of the
 * CMS's and would wait for another.
 *
 * @throws if the database does not respond, or a secret was encrypted under another `PAYLOAD_SECRET`
 */
export const readSettings = async (payload: Payload): Promise<MailSettings> => {
  const { schemaName } = postgresOf(payload);
  const table = schemaName ? `${quote(schemaName)}.portal_settings` : 'portal_settings';
  // Two statements in one query, which has a result for each.
  const results: unknown = await portalPool(payload).query(
    `${giveUpAfter(longestRead)}; select * from ${table} limit 1`,
  );
  const stored = (results as QueryResult<StoredSettings>[]).at(-1)?.rows[0];
  return stored ? settingsOf(stored, payload.config.secret) : noSettings;
};

const settingsOf = (stored: StoredSettings, secret: string): MailSettings => {
  const opened = openSecrets(stored, secret);
  return {
    from: stored.notifications_from || null,
    notificationEmail: stored.notifications_notification_email || null,
    smtp: stored.notifications_smtp_host
      ? {
          host: stored.notifications_smtp_host,
          port: stored.notifications_smtp_port === null ? null : Number(stored.notifications_smtp_port),
          user: stored.notifications_smtp_user || null,
          password: opened('settings.smtp.password'),
          secure: stored.notifications_smtp_secure ?? false,
        }
      : null,
    proxy: stored.notifications_proxy_url
      ? { url: stored.notifications_proxy_url, token: opened('settings.proxy.token') }
      : null,
    events: eventSecretsOf((name) => opened(`settings.events.${name}`)),
    inbound: {
      address: stored.inbound_address?.trim() || null,
      plainReplyTo: stored.inbound_plain_reply_to ?? false,
      secret: opened('settings.inbound.secret'),
      trustedAuthservId: {
        imap: stored.inbound_imap_trusted_authserv_id?.trim() || null,
        http: stored.inbound_http_trusted_authserv_id?.trim() || null,
      },
      imap: stored.inbound_imap_host ? imapOf(stored, stored.inbound_imap_host, opened) : null,
    },
  };
};

const imapOf = (stored: StoredSettings, host: string, opened: OpenSecret): ImapOptions => ({
  host,
  port: stored.inbound_imap_port === null ? null : Number(stored.inbound_imap_port),
  user: stored.inbound_imap_user ?? '',
  password: opened('settings.imap.password'),
  secure: stored.inbound_imap_secure ?? false,
  mailbox: stored.inbound_imap_mailbox || 'INBOX',
  oauth: stored.inbound_imap_oauth_token_url
    ? {
        tokenUrl: stored.inbound_imap_oauth_token_url,
        clientId: stored.inbound_imap_oauth_client_id ?? '',
        clientSecret: opened('settings.imap.oauth.clientSecret') ?? '',
        scope: stored.inbound_imap_oauth_scope || null,
      }
    : null,
});

const eventSecretsOf = (secretOf: (name: EventProviderName) => string | null): EventSecrets => ({
  ...noEventSecrets,
  ...Object.fromEntries(eventProviders.map((name) => [name, secretOf(name)])),
});

/** The notification address in Settings. */
export const notificationAddress = async (payload: Payload): Promise<string | null> =>
  (await readSettings(payload)).notificationEmail;
