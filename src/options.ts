import { resolve } from 'node:path';
import type { Payload, PayloadRequest, TypedUser } from 'payload';
import type { ResolvedRoles, Role } from './access/roles.ts';
import type { EmailAttempt } from './mail/attempt.ts';
import type { MailTransport } from './mail/transport.ts';
import type { RecordId } from './shared/ids.ts';
import { type Network, parseNetworks } from './webhooks/guard/networks.ts';

/** Arguments of every hook: `req` is null for a mail that no request caused. */
interface HookContext {
  payload: Payload;
  req: PayloadRequest | null;
}

/** Called after each mail attempt, whatever came of it. */
export type AfterEmailHook = (args: HookContext & { attempt: Readonly<EmailAttempt> }) => unknown;

/** Changes the row about to be written, or drops it by returning null. */
export type BeforeEmailLogHook = (
  args: HookContext & { row: EmailAttempt },
) => EmailAttempt | null | Promise<EmailAttempt | null>;

/** Stands for the filter `portal_email_log_retention_days`: gets the default, returns the days that hold. */
export type EmailLogRetentionDaysHook = (
  days: number,
  args: { payload: Payload },
) => number | Promise<number>;

/** Looks into a file before it is stored; throws to refuse it. */
export type FileScan = (args: {
  payload: Payload;
  req: PayloadRequest;
  /** Where the bytes are, on local disk; they are gone when the scan is over. */
  path: string;
  filename: string;
  mimeType: string;
  sizeBytes: number;
}) => unknown;

export interface CollectionOptions {
  /**
   * The collection's slug. With another one its table and its REST path change, too.
   *
   * @default the name of the option, in kebab case
   */
  slug?: string;
}

export interface SupportPortalOptions {
  /** Slugs of the portal's collections, for an app that already has collections of these names. */
  collections?: {
    users?: CollectionOptions & {
      /**
       * `true` uses the app's own auth collection of that slug as it is: its fields, access and admin gate stay,
       * and `roles.resolve` says who is what.
       *
       * @default false
       */
      existing?: boolean;
    };
    organizations?: CollectionOptions;
    emailLog?: CollectionOptions;
    emailLogPurges?: CollectionOptions;
    apiKeys?: CollectionOptions;
    tickets?: CollectionOptions;
    ticketReplies?: CollectionOptions;
    folders?: CollectionOptions;
    files?: CollectionOptions;
    webhooks?: CollectionOptions;
    webhookDeliveries?: CollectionOptions;
  };
  roles?: {
    /**
     * Technical roles beside `developer` and `technician`. Like these they are full-access staff: they read
     * the email log and change Settings, and may not purge.
     *
     * @default []
     */
    technical?: readonly string[];
    /**
     * Says which role a user has, for an app whose users carry no `role` field. Null keeps the user out.
     *
     * @default the user's field `role`
     */
    resolve?: (args: { user: TypedUser }) => Role | null;
    /**
     * Says which organizations a client or a representative belongs to.
     *
     * @default the user's field `organization` (clients) or `organizations` (representatives)
     */
    organizationsOf?: (args: { user: TypedUser }) => readonly RecordId[];
  };
  mail?: {
    /**
     * Ways out for mail, tried in this order. A mail goes to the next one only where the last provably did not
     * take it. Off (no transports): the app's own `config.email` goes on carrying the mail, and is logged.
     *
     * @default []
     */
    transports?: readonly MailTransport[];
    /**
     * The sender of a mail that names none, as `Name <address>`.
     *
     * @default the default sender of `config.email`
     */
    from?: string;
  };
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
  };
  files?: {
    /**
     * Called before a file is visible to anybody, whichever door it came by; throwing refuses it, and nothing of it is
     * kept. An `Error`'s message is shown to whoever uploads. The place for a virus scanner.
     *
     * @default no scan
     */
    scan?: FileScan;
    /**
     * The limit of one file, in bytes, at every door. The CMS's own doors know a limit as well: `limits.fileSize` and
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
  rateLimit?: {
    /**
     * Requests of the API that one key, one user by their session, or one address with wrong credentials may make in
     * a minute. Over several instances counting may lag by a second. 0 is no limit.
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
   * log and of stored answers, and the warnings of API keys that expire. `inline`: in the process that serves.
   * `external`: in none of them, but in `npm run worker`.
   *
   * @default 'inline'
   */
  workers?: 'inline' | 'external';
  /**
   * The folder for what has to outlive a process beside the database: uploaded files, unless a storage adapter takes
   * them, and the spool of rows that could not be written to the email log yet. Relative to the working directory. Where it cannot be written, the start says so, and the
   * spool is in memory alone.
   *
   * @default '.portal'
   */
  dataDir?: string;
  /**
   * `true` keeps the collections, so that the schema and its migrations stay as they are, and does nothing else.
   *
   * @default false
   */
  disabled?: boolean;
}

/** The options with every default applied; nothing below reads {@link SupportPortalOptions}. */
export interface ResolvedOptions {
  readonly slugs: {
    readonly users: string;
    readonly organizations: string;
    readonly emailLog: string;
    readonly emailLogPurges: string;
    readonly apiKeys: string;
    readonly tickets: string;
    readonly ticketReplies: string;
    readonly folders: string;
    readonly files: string;
    readonly webhooks: string;
    readonly webhookDeliveries: string;
  };
  readonly usesExistingUsers: boolean;
  readonly roles: ResolvedRoles;
  readonly mail: { readonly transports: readonly MailTransport[]; readonly from: string | null };
  readonly hooks: {
    readonly afterEmail: readonly AfterEmailHook[];
    readonly beforeEmailLog: readonly BeforeEmailLogHook[];
    readonly emailLogRetentionDays: EmailLogRetentionDaysHook | null;
  };
  readonly files: {
    readonly scan: FileScan | null;
    readonly maxBytes: number;
    /** Without a slash at its end; null for that of the API. */
    readonly url: string | null;
  };
  readonly webhooks: { readonly allowedNetworks: readonly Network[]; readonly retentionDays: number };
  readonly rateLimit: { readonly perMinute: number };
  readonly cors: readonly string[] | '*';
  readonly workers: 'inline' | 'external';
  /** Absolute. */
  readonly dataDirectory: string;
  readonly disabled: boolean;
}

export const resolveOptions = (options: SupportPortalOptions): ResolvedOptions => ({
  slugs: resolveSlugs(options.collections),
  usesExistingUsers: options.collections?.users?.existing ?? false,
  roles: {
    technical: options.roles?.technical ?? [],
    resolve: options.roles?.resolve ?? null,
    organizationsOf: options.roles?.organizationsOf ?? null,
  },
  mail: { transports: options.mail?.transports ?? [], from: options.mail?.from ?? null },
  hooks: resolveHooks(options.hooks),
  files: {
    scan: options.files?.scan ?? null,
    maxBytes: options.files?.maxBytes ?? 52_428_800,
    url: options.files?.url?.replace(/\/+$/, '') ?? null,
  },
  webhooks: resolveWebhooks(options.webhooks),
  rateLimit: { perMinute: options.rateLimit?.perMinute ?? 600 },
  cors: options.cors ?? [],
  workers: options.workers ?? 'inline',
  dataDirectory: resolve(options.dataDir ?? '.portal'),
  disabled: options.disabled ?? false,
});

const resolveSlugs = (collections: SupportPortalOptions['collections']): ResolvedOptions['slugs'] => ({
  users: collections?.users?.slug ?? 'users',
  organizations: collections?.organizations?.slug ?? 'organizations',
  emailLog: collections?.emailLog?.slug ?? 'email-log',
  emailLogPurges: collections?.emailLogPurges?.slug ?? 'email-log-purges',
  apiKeys: collections?.apiKeys?.slug ?? 'api-keys',
  tickets: collections?.tickets?.slug ?? 'tickets',
  ticketReplies: collections?.ticketReplies?.slug ?? 'ticket-replies',
  folders: collections?.folders?.slug ?? 'folders',
  files: collections?.files?.slug ?? 'files',
  webhooks: collections?.webhooks?.slug ?? 'webhooks',
  webhookDeliveries: collections?.webhookDeliveries?.slug ?? 'webhook-deliveries',
});

const resolveWebhooks = ({
  allowedNetworks = [],
  retentionDays = 30,
}: SupportPortalOptions['webhooks'] = {}): ResolvedOptions['webhooks'] => {
  if (!(retentionDays > 0)) throw new Error('The option webhooks.retentionDays must be a number above 0.');
  return { allowedNetworks: parseNetworks(allowedNetworks), retentionDays };
};

const resolveHooks = (hooks: SupportPortalOptions['hooks']): ResolvedOptions['hooks'] => ({
  afterEmail: hooks?.afterEmail ?? [],
  beforeEmailLog: hooks?.beforeEmailLog ?? [],
  emailLogRetentionDays: hooks?.emailLogRetentionDays ?? null,
});
