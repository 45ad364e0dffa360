import type { TypedUser } from 'payload';
import type { AccessOptions, Role } from './access/roles.ts';
import type { MailTransport } from './mail/transport.ts';
import type { CollectionsOptions } from './options/collections.ts';
import type {
  AfterEmailHook,
  AfterTicketEventHook,
  BeforeEmailLogHook,
  EmailLogRetentionDaysHook,
  FileScan,
} from './options/hooks.ts';
import type { EventSecrets } from './settings/readSettings.ts';
import type { RecordId } from './shared/ids.ts';
import type { PortalTool } from './tools/appTool.ts';

export interface SupportPortalOptions {
  /**
   * The portal's collections: other slugs, fields of the app's own, overrides; or the app's own users and organizations.
   *
   * @default the portal's own, but users and organizations where the app has collections of these slugs
   */
  collections?: CollectionsOptions;
  roles?: {
    /**
     * Technical roles beside `developer` and `technician`. Like these they are full-access staff: they read
     * the email log and change Settings, and may not purge. None of the portal's own roles may be among them.
     *
     * @default []
     */
    technical?: readonly string[];
    /**
     * Says which role a user has, for an app whose users carry no `role` field. Null keeps the user out. Asked for
     * each request, so it has to be quick; `user` has the fields of the collection, relationships as ids or documents.
     *
     * @default the field `role` of the portal's own users; no role for users of the app
     */
    resolve?: (args: { user: TypedUser }) => Role | null;
    /**
     * Says which organizations a client or a representative belongs to.
     *
     * @default the user's field `organization` (clients) or `organizations` (representatives)
     */
    organizationsOf?: (args: { user: TypedUser }) => readonly RecordId[];
  };
  /**
   * Takes rights away from a role: one function for each of the API's scopes, asked after the portal's own gates, for
   * sessions, API keys and the CMS's APIs alike. It cannot give a right that the role does not have.
   *
   * @default what the roles allow
   */
  access?: AccessOptions;
  /**
   * What goes before `/v1` and `/portal/v1` below the app's API route, such as `/support`, for an app that has addresses
   * or collections of these names.
   *
   * @default ''
   */
  prefix?: string;
  mail?: {
    /**
     * Ways out for mail, tried in this order. A mail goes to the next one only if the last provably did not
     * take it. Off (no transports): the app's own `config.email` goes on carrying the mail, and is logged.
     *
     * @default []
     */
    transports?: readonly MailTransport[];
    /**
     * The sender of a mail that names none: one, as `Name <address>`.
     *
     * @default the default sender of `config.email`
     */
    from?: string;
  };
  /**
   * Mail in: clients answer by mail. Settings → Mail in go before these options, each by itself. Nothing set: no mail is
   * taken, and mails about tickets cannot be answered.
   */
  inbound?: {
    /**
     * The address that clients write to. Mails about tickets then carry a `Reply-To` with a token, a stable subject and
     * the headers of a thread. It does not fetch mail: for that, `imap` or `secret`.
     *
     * @default null: mails about tickets cannot be answered
     */
    address?: string | null;
    /**
     * Leaves the token out of `Reply-To`, for a mail server that does not deliver `support+token@example.com` to
     * `support@example.com`. Replies then find their ticket by their headers or their subject.
     *
     * @default false
     */
    plainReplyTo?: boolean;
    /**
     * The credential of `POST /portal/v1/inbound`, as Bearer token or as the password of HTTP Basic.
     *
     * @default null: the route is 404
     */
    secret?: string | null;
    /**
     * A mailbox to read over IMAP: `imap[s]://user:password@host[:port]/[mailbox]`, parts percent-encoded. `imaps` is TLS
     * from the first byte. Read where background work runs (`workers`); nothing in the mailbox is changed.
     *
     * @default null: no mailbox is read
     */
    imap?: string | null;
    /**
     * Takes the verdict of the server that received the mail, in place of own checks of DKIM, SPF and DMARC: the name
     * that it gives itself in `Authentication-Results`, such as `mx.example.com`. `imap` is for `imap`, and `http` for
     * `POST /portal/v1/inbound`; a text is for `imap` alone. Set it only if that server removes headers of this name from
     * mail that it receives, and writes its own above all `Received`: one below them does not count.
     *
     * @default null: the portal checks by itself, over DNS
     */
    trustedAuthservId?: string | { readonly imap?: string | null; readonly http?: string | null } | null;
  };
  /**
   * The credentials by which the events of providers are verified, which tell what became of mails: the signing secret of
   * Resend, the password of Postmark's Basic credentials, the ARN of the SNS topic of Amazon SES, the signing key of Mailgun,
   * the public key of SendGrid. Settings go before, each by itself. `POST /portal/v1/mail-events/{provider}` takes the events.
   *
   * @default none: the route of that provider is 404
   */
  mailEvents?: Partial<EventSecrets>;
  hooks?: {
    /**
     * Called after each mail attempt; the email log is the first of them. One that throws is logged and
     * harms neither the mail nor the others.
     *
     * @default []
     */
    afterEmail?: readonly AfterEmailHook[];
    /**
     * Called before a row is written to the email log, in this order: each gets what the last one returned.
     * Null drops the row; one that throws, or returns what is no row, is logged and skipped.
     *
     * @default []
     */
    beforeEmailLog?: readonly BeforeEmailLogHook[];
    /**
     * How many days rows of the email log are kept; called before each daily run. `Infinity` keeps them for ever;
     * 0 or less, NaN or no number is logged, and nothing is deleted.
     *
     * @default 180
     */
    emailLogRetentionDays?: EmailLogRetentionDaysHook;
    /**
     * Called after each event of a ticket, `ticket.created`, `ticket.updated` or `ticket.replied`, with what webhooks
     * are sent; whether there are webhooks does not matter. Called in the process that made the change, in this order,
     * once the change is committed; nothing waits for it. One that throws is logged and harms nothing else. Unlike a
     * webhook it is called once at most: a process that dies at that moment does not make up for it.
     *
     * @default []
     */
    afterTicketEvent?: readonly AfterTicketEventHook[];
  };
  emailLog?: {
    /**
     * Whether the trigram indexes, by which the log is searched quickly, are made at the start: concurrently, under a
     * lock, if the extension `pg_trgm` can be had. Off: searching reads the whole log.
     *
     * @default true
     */
    searchIndexes?: boolean;
  };
  files?: {
    /**
     * Called before any user can see a file, whichever API received it; throwing rejects it, and nothing of it is
     * kept. The uploader gets the message of an `Error`. The place for a virus scanner.
     *
     * @default no scan
     */
    scan?: FileScan;
    /**
     * The limit of one file, in bytes, for every API. The CMS's own APIs have another limit: `limits.fileSize` and
     * `requestSizeLimit` of the app's `upload`, of which the lower one holds.
     *
     * @default 52428800 (50 MiB)
     */
    maxBytes?: number;
    /**
     * The address under which files are downloaded, without a slash at its end: `download_url` is this and
     * `/{id}/download?…`. For a host of its own that hands such requests on to the API.
     *
     * @default the app's `serverURL`, its API route and `/v1/files`
     */
    url?: string;
  };
  webhooks?: {
    /**
     * Private networks that webhooks may reach, in CIDR notation; plain `http:` is allowed to these alone. Addresses
     * of a cloud's metadata stay blocked. None: webhooks go to public addresses over `https:`.
     *
     * @default []
     */
    allowedNetworks?: readonly string[];
    /**
     * How many days deliveries are kept that are delivered or failed. `Infinity` keeps them for ever.
     *
     * @default 30
     */
    retentionDays?: number;
  };
  /**
   * Tools of the app's own, made by `defineTool`, beside the portal's: in the catalog that `GET /portal/v1/tools`
   * lists, and for AI clients where `mcp.tools` names them.
   *
   * @default []
   */
  tools?: readonly PortalTool[];
  mcp?: {
    /**
     * The tools that AI clients get over the bridge, by name: of the portal `query_email_log`, `list_tickets`,
     * `get_ticket`, `reply_to_ticket` and `list_webhook_deliveries`, and those of the option `tools`. Whoever may not
     * use one does not see it. None: the bridge serves no tool.
     *
     * @default ['query_email_log']
     */
    tools?: readonly string[];
  };
  rateLimit?: {
    /**
     * Requests of the API, of GraphQL and of the CMS's REST for the portal's collections that one key, one user by their
     * session, or one address without either may make in a minute. Over several instances counting may lag by a second.
     * 0 is no limit, not even of mails for a new password.
     *
     * @default 600
     */
    perMinute?: number;
  };
  /**
   * Origins whose pages may use the API from a browser, such as `https://app.example.com`; `'*'` is all of them.
   * Concerns `/v1` and `/portal/v1` alone, unlike `cors` of the app's own config.
   *
   * @default []
   */
  cors?: readonly string[] | '*';
  /**
   * Where background work runs: jobs such as mails about tickets, and every day at 03:15 UTC the pruning of the email
   * log and of stored answers, and the warnings of API keys that expire. `inline`: in the process that serves, begun by
   * `register()` in `instrumentation.ts`, else by the first request. `external`: in none of them, but in
   * `payload portal:worker`, or by `POST /portal/v1/tick`.
   *
   * @default 'inline'
   */
  workers?: 'inline' | 'external';
  /**
   * The credential of `POST /portal/v1/tick`, which does one round of the background work, for hosts on which no
   * process lives on. Null: no one may call it.
   *
   * @default the environment's `CRON_SECRET`
   */
  cronSecret?: string | null;
  /**
   * The folder for what has to outlive a process beside the database: uploaded files, unless a storage adapter takes
   * them, and the spool of rows that could not be written to the email log yet. Relative to the working directory.
   * Where it cannot be written, the start says so, and the spool is in memory alone.
   *
   * @default '.portal'
   */
  dataDir?: string;
  /**
   * `true` keeps the collections, so that the schema and its migrations stay as they are, and does nothing else: in the
   * admin UI only people and organizations are left.
   *
   * @default false
   */
  disabled?: boolean;
}
