import { resolve } from 'node:path';
import type { CollectionConfig, Field } from 'payload';
import type { AccessOptions, ResolvedRoles } from '../access/roles.ts';
import { type AddsOptions, checkOptions, type OptionChecks } from './check.ts';
import type { CollectionName, DeclaredCollections, OpenableOptions } from './collections.ts';
import type { HookOptions, SupportPortalOptions } from './options.ts';
import { resolveSlugs, type Slugs } from './slugs.ts';

/** The app's additions to a collection of the portal. */
export interface CollectionAdditions {
  readonly fields: readonly Field[];
  readonly overrides: ((collection: CollectionConfig) => CollectionConfig) | null;
  /** Names of fields that the API takes and returns. */
  readonly apiFields: readonly string[];
}

/** The hooks of the app, with nothing left out. A feature adds its own by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: the features fill it.
export interface ResolvedHooks {}

/**
 * The options with every default applied; nothing below reads {@link SupportPortalOptions}. A feature adds its own by
 * declaration merging, and resolves them in its `options.ts`.
 */
export interface ResolvedOptions {
  readonly slugs: Slugs;
  readonly declared: DeclaredCollections;
  /** True for each of these that is the app's own collection. */
  readonly existing: { readonly users: boolean; readonly organizations: boolean };
  readonly additions: Readonly<Record<CollectionName, CollectionAdditions>>;
  readonly roles: ResolvedRoles;
  /** The part of the path before `/v1` and `/portal/v1`; it is empty or begins with a slash. */
  readonly prefix: string;
  readonly hooks: ResolvedHooks;
  readonly rateLimit: { readonly perMinute: number };
  readonly cors: readonly string[] | '*';
  readonly workers: 'inline' | 'external';
  readonly cronSecret: string | null;
  /** Absolute. */
  readonly dataDirectory: string;
  readonly disabled: boolean;
}

/** The options that a feature adds. */
export interface FeatureOptions extends OptionChecks {
  /** Applies the defaults. */
  resolve(options: SupportPortalOptions): Partial<ResolvedOptions>;
  resolveHooks?(hooks: HookOptions): Partial<ResolvedHooks>;
}

/** The members of a feature's declaration that decide on options. */
interface DecidesOptions extends AddsOptions {
  readonly options?: FeatureOptions;
}

/**
 * Applies the defaults, once.
 *
 * @param appCollections the collections that the app has without the portal
 * @throws {OptionError} for an option that is wrong
 */
export const resolveOptions = (
  options: SupportPortalOptions,
  features: readonly DecidesOptions[],
  appCollections: readonly CollectionConfig[] = [],
): ResolvedOptions => {
  checkOptions(options, features);
  const declared: DeclaredCollections = Object.assign({}, ...features.map(({ collections }) => collections));
  const { slugs, existing } = resolveSlugs(declared, options.collections, appCollections);
  const ofFeatures: Partial<ResolvedOptions> = Object.assign(
    {},
    ...features.map((feature) => feature.options?.resolve(options)),
  );
  const hooks: ResolvedHooks = Object.assign(
    {},
    ...features.map((feature) => feature.options?.resolveHooks?.(options.hooks ?? {})),
  );
  return {
    ...ofFeatures,
    slugs,
    declared,
    existing,
    additions: resolveAdditions(declared, options.collections),
    roles: resolveRoles(options, features, existing.users),
    prefix: options.prefix ?? '',
    hooks,
    rateLimit: { perMinute: options.rateLimit?.perMinute ?? 600 },
    cors: options.cors ?? [],
    workers: options.workers ?? 'inline',
    cronSecret: resolveCronSecret(options.cronSecret),
    dataDirectory: resolve(options.dataDir ?? '.portal'),
    disabled: options.disabled ?? false,
  } as ResolvedOptions;
};

/**
 * Users of the app have no role in the portal until `roles.resolve` returns one: their field `role` may mean something else.
 */
const resolveRoles = (
  { roles, access }: SupportPortalOptions,
  features: readonly DecidesOptions[],
  existingUsers: boolean,
): ResolvedRoles => ({
  technical: roles?.technical ?? [],
  resolve: roles?.resolve ?? (existingUsers ? () => null : null),
  organizationsOf: roles?.organizationsOf ?? null,
  access: (access ?? {}) satisfies AccessOptions,
  scopes: Object.assign({}, ...features.map(({ scopes }) => scopes)),
});

/** A serverless host passes this variable to its scheduler, for any app. An empty one counts as missing. */
const resolveCronSecret = (cronSecret: SupportPortalOptions['cronSecret']): string | null =>
  // biome-ignore lint/style/noProcessEnv: the variable is the host's, not the app's, and has one name.
  (cronSecret === undefined ? process.env.CRON_SECRET : cronSecret) || null;

const resolveAdditions = (
  declared: DeclaredCollections,
  collections: SupportPortalOptions['collections'],
): ResolvedOptions['additions'] => {
  const additionsOf = ({
    fields = [],
    overrides,
    apiFields = [],
  }: OpenableOptions = {}): CollectionAdditions => ({
    fields,
    overrides: overrides ?? null,
    apiFields,
  });
  const names = Object.keys(declared) as CollectionName[];
  const entries = names.map((name) => [name, additionsOf(collections?.[name])] as const);
  return Object.fromEntries(entries) as Record<CollectionName, CollectionAdditions>;
};
