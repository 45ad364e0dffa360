import { resolve } from 'node:path';
import type { CollectionConfig, Field } from 'payload';
import type { AccessOptions, ResolvedRoles } from '../access/roles.ts';
import { type ImapOptions, imapOptionsFromUrl } from '../inbound/imap/mailboxOptions.ts';
import type { MailTransport } from '../mail/transport.ts';
import type { SupportPortalOptions } from '../options.ts';
import {
  type EventSecrets,
  type InboundSettings,
  noEventSecrets,
  type TrustedAuthservIds,
} from '../settings/readSettings.ts';
import { OptionError } from '../shared/OptionError.ts';
import type { PortalTool } from '../tools/appTool.ts';
import { type Network, parseNetworks } from '../webhooks/guard/address.ts';
import { checkOptions } from './check.ts';
import type { CollectionName, OpenableOptions } from './collections.ts';
import type {
  AfterEmailHook,
  AfterTicketEventHook,
  BeforeEmailLogHook,
  EmailLogRetentionDaysHook,
  FileScan,
} from './hooks.ts';
import { collectionNames, resolveSlugs, type Slugs } from './slugs.ts';

/** What the app adds to a collection of the portal's. */
export interface CollectionAdditions {
  readonly fields: readonly Field[];
  readonly overrides: ((collection: CollectionConfig) => CollectionConfig) | null;
  /** Names of fields that the API takes and answers. */
  readonly apiFields: readonly string[];
}

/** The options with every default applied; nothing below reads {@link SupportPortalOptions}. */
export interface ResolvedOptions {
  readonly slugs: Slugs;
  /** Which of these are the app's own collections. */
  readonly existing: { readonly users: boolean; readonly organizations: boolean };
  readonly additions: Readonly<Record<CollectionName, CollectionAdditions>>;
  readonly roles: ResolvedRoles;
  /** Before `/v1` and `/portal/v1`; empty or beginning with a slash. */
  readonly prefix: string;
  readonly mail: { readonly transports: readonly MailTransport[]; readonly from: string | null };
  readonly inbound: InboundSettings;
  /** The credentials of providers' events. */
  readonly mailEvents: EventSecrets;
  readonly hooks: {
    readonly afterEmail: readonly AfterEmailHook[];
    readonly beforeEmailLog: readonly BeforeEmailLogHook[];
    readonly emailLogRetentionDays: EmailLogRetentionDaysHook | null;
    readonly afterTicketEvent: readonly AfterTicketEventHook[];
  };
  readonly emailLog: { readonly searchIndexes: boolean };
  readonly files: {
    readonly scan: FileScan | null;
    readonly maxBytes: number;
    /** Without a slash at its end; null for that of the API. */
    readonly url: string | null;
  };
  readonly webhooks: { readonly allowedNetworks: readonly Network[]; readonly retentionDays: number };
  readonly tools: readonly PortalTool[];
  readonly mcp: { readonly tools: readonly string[] };
  readonly rateLimit: { readonly perMinute: number };
  readonly cors: readonly string[] | '*';
  readonly workers: 'inline' | 'external';
  readonly cronSecret: string | null;
  /** Absolute. */
  readonly dataDirectory: string;
  readonly disabled: boolean;
}

/**
 * Applies the defaults, once.
 *
 * @param appCollections the collections that the app has without the portal
 * @throws {OptionError} for an option that is wrong
 */
export const resolveOptions = (
  options: SupportPortalOptions,
  appCollections: readonly CollectionConfig[] = [],
): ResolvedOptions => {
  checkOptions(options);
  const { slugs, existing } = resolveSlugs(options.collections, appCollections);
  return {
    slugs,
    existing,
    additions: resolveAdditions(options.collections),
    roles: resolveRoles(options, existing.users),
    prefix: options.prefix ?? '',
    mail: { transports: options.mail?.transports ?? [], from: options.mail?.from ?? null },
    inbound: resolveInbound(options.inbound),
    mailEvents: { ...noEventSecrets, ...options.mailEvents },
    hooks: resolveHooks(options.hooks),
    emailLog: { searchIndexes: options.emailLog?.searchIndexes ?? true },
    files: resolveFiles(options.files),
    webhooks: {
      allowedNetworks: resolveNetworks(options.webhooks?.allowedNetworks ?? []),
      retentionDays: options.webhooks?.retentionDays ?? 30,
    },
    ...resolveTools(options),
    rateLimit: { perMinute: options.rateLimit?.perMinute ?? 600 },
    cors: options.cors ?? [],
    workers: options.workers ?? 'inline',
    cronSecret: resolveCronSecret(options.cronSecret),
    dataDirectory: resolve(options.dataDir ?? '.portal'),
    disabled: options.disabled ?? false,
  };
};

/** Users of the app have no role in the portal until the app says so: their field `role` may mean something else. */
const resolveRoles = ({ roles, access }: SupportPortalOptions, existingUsers: boolean): ResolvedRoles => ({
  technical: roles?.technical ?? [],
  resolve: roles?.resolve ?? (existingUsers ? () => null : null),
  organizationsOf: roles?.organizationsOf ?? null,
  access: (access ?? {}) satisfies AccessOptions,
});

const resolveTools = ({ tools, mcp }: SupportPortalOptions): Pick<ResolvedOptions, 'tools' | 'mcp'> => ({
  tools: tools ?? [],
  mcp: { tools: mcp?.tools ?? ['query_email_log'] },
});

const resolveInbound = ({
  address,
  plainReplyTo,
  secret,
  imap,
  trustedAuthservId,
}: SupportPortalOptions['inbound'] = {}): ResolvedOptions['inbound'] => ({
  address: address?.trim() || null,
  plainReplyTo: plainReplyTo ?? false,
  secret: secret || null,
  imap: imap ? resolveImap(imap) : null,
  trustedAuthservId: resolveTrusted(trustedAuthservId),
});

/** A text is that of the mailbox, as it was before there were two. */
const resolveTrusted = (
  given: NonNullable<SupportPortalOptions['inbound']>['trustedAuthservId'],
): TrustedAuthservIds => {
  const { imap, http } = typeof given === 'string' ? { imap: given, http: null } : (given ?? {});
  return { imap: imap?.trim() || null, http: http?.trim() || null };
};

const resolveImap = (url: string): ImapOptions => {
  try {
    return imapOptionsFromUrl(url);
  } catch (cause) {
    throw new OptionError('inbound.imap', `is wrong: ${(cause as Error).message}`, { cause });
  }
};

const resolveHooks = (hooks: SupportPortalOptions['hooks'] = {}): ResolvedOptions['hooks'] => ({
  afterEmail: hooks.afterEmail ?? [],
  beforeEmailLog: hooks.beforeEmailLog ?? [],
  emailLogRetentionDays: hooks.emailLogRetentionDays ?? null,
  afterTicketEvent: hooks.afterTicketEvent ?? [],
});

/** Such a host hands its scheduler this variable, whatever app runs on it. An empty one is none. */
const resolveCronSecret = (cronSecret: SupportPortalOptions['cronSecret']): string | null =>
  // biome-ignore lint/style/noProcessEnv: the variable is the host's, not the app's, and has one name.
  (cronSecret === undefined ? process.env.CRON_SECRET : cronSecret) || null;

const resolveFiles = (files: SupportPortalOptions['files'] = {}): ResolvedOptions['files'] => ({
  scan: files.scan ?? null,
  maxBytes: files.maxBytes ?? 52_428_800,
  url: files.url?.replace(/\/+$/, '') ?? null,
});

const resolveAdditions = (collections: SupportPortalOptions['collections']): ResolvedOptions['additions'] => {
  const additionsOf = ({
    fields = [],
    overrides,
    apiFields = [],
  }: OpenableOptions = {}): CollectionAdditions => ({
    fields,
    overrides: overrides ?? null,
    apiFields,
  });
  const entries = collectionNames.map((name) => [name, additionsOf(collections?.[name])] as const);
  return Object.fromEntries(entries) as Record<CollectionName, CollectionAdditions>;
};

const resolveNetworks = (entries: readonly string[]): readonly Network[] => {
  try {
    return parseNetworks(entries);
  } catch (cause) {
    throw new OptionError('webhooks.allowedNetworks', `is wrong: ${(cause as Error).message}`, { cause });
  }
};
