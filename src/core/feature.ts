import type { Config, Payload, PayloadRequest, TypedUser } from 'payload';
import type { z } from 'zod';
import type { DeclaredScopes, Principal } from './access/roles.ts';
import type { PortalContext } from './context.ts';
import type { PortalEvent, Publication } from './events/publish.ts';
import type { SecuritySchemes } from './http/openapi/security.ts';
import type { ApiTags } from './http/openapi/tags.ts';
import type { Operation } from './http/operation.ts';
import type { BackgroundReader, DailyTask, Poll } from './jobs/background.ts';
import type { CounterDefinition, GaugeDefinition } from './metrics/gauges.ts';
import type { CollectionName, DeclaredCollections } from './options/collections.ts';
import type { FeatureOptions, ResolvedOptions } from './options/resolve.ts';
import type { AlertObserver, WaitingWork, Warning } from './ports/attention.ts';
import type { AddressErasure } from './ports/erasure.ts';
import type { AddedHooks, PeopleHooks } from './ports/hooks.ts';
import type { TicketMerge } from './ports/merge.ts';
import type { SecretRotation } from './ports/rotation.ts';
import type { UploadCredential, UploadTarget } from './ports/upload.ts';
import type { Sentence } from './texts/say.ts';
import type { TextKey, TextsByLanguage, TextTree } from './texts/text.ts';
import type { Tool } from './tools/tool.ts';

declare module './context.ts' {
  interface PortalContext {
    readonly features: readonly Feature[];
  }
}

/** A kind of Bearer token. */
export interface BearerCredential {
  /** True for a token that has its form. */
  suits(token: string): boolean;
  /** @returns null for a token that is unknown, expired or revoked */
  findUser(payload: Payload, options: ResolvedOptions, token: string): Promise<TypedUser | null>;
}

/** A kind of session of its own: below one address, where nothing else is a credential. */
export interface SessionCredential {
  /** The path below the app's API route and the prefix, such as `/portal/v1/client`. */
  readonly below: string;
  /** The sentence of a 401 there. */
  readonly refusal: Sentence;
  /** @returns null without a session; for a method that changes something, `Origin` was checked before */
  findUser(req: PayloadRequest, portal: PortalContext): Promise<TypedUser | null>;
}

/** The part of a feature in a Payload instance that starts. */
export interface StartedFeature {
  /**
   * Prepares what needs the database. Called once, before the instance serves; called again if it failed.
   *
   * @throws if the database is not ready; the instance starts all the same
   */
  open?(): Promise<void>;
  /** Called when the instance is destroyed. Never throws. */
  close?(): Promise<void>;
  readonly offers?: Partial<PortalOffers>;
}

/** The functions that features add to `portalOf(payload)`. A feature declares its own by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: the features fill it.
export interface PortalOffers {}

/** A widget of the dashboard, whose component is an export of the package's entry `rsc`. */
export interface DashboardWidget {
  readonly slug: string;
  readonly component: string;
  readonly label: TextKey;
  readonly minWidth: 'small' | 'medium';
  /** Its width in the default layout, for staff and for representatives; null leaves it out. */
  readonly width: { readonly staff: 'full' | 'medium' | null; readonly others: 'full' | null };
}

/** The addresses by which clients reach the team, as far as the app's own configuration names them. */
export interface AppAddresses {
  /** The client pages; null if there are none, or if the app does not know its own address. */
  readonly clientPages: string | null;
  /** The address of mail in; null if the configuration has none. */
  readonly mail: string | null;
}

/** The pages that show a customer: a ticket’s shows its requester. */
export type CustomerPage = 'ticket' | 'person' | 'organization';

/** A part beside a customer’s page, whose component is an export of the package's entry `rsc`. */
export interface CustomerPart {
  /** The name of its field. */
  readonly name: string;
  readonly component: string;
  readonly on: readonly CustomerPage[];
  /** Its place among the parts of all features: the lowest comes first. */
  readonly place: number;
}

/**
 * A capability of the portal, declared in one place. Everything that a feature adds to the portal is a member of this
 * declaration. Outside its folder its parts are named by `features.ts`, its collections and their hooks, the features that use
 * it, the package's entries, which export its components and types, the demo, and the SDK. A feature leaves out the members
 * that it does not need. Some features declare further members, by declaration merging: `clientPages`,
 * `composerTools`, `linkKinds`, `serveLinked`.
 */
export interface Feature {
  readonly name: string;
  /** Its collections, whose builders stand in `collections/` under the same names. */
  readonly collections?: DeclaredCollections;
  /**
   * Its hooks on collections of other features, by name. A collection's own hooks run first, and those that the app's
   * `overrides` add run last. Users and organizations that the app brings have none of them.
   */
  collectionHooks?(portal: PortalContext): Readonly<Partial<Record<CollectionName, AddedHooks>>>;
  /** Its hooks on users and organizations, the app's own too. They run after all hooks of the app. */
  peopleHooks?(portal: PortalContext): Readonly<Partial<Record<'users' | 'organizations', PeopleHooks>>>;
  /**
   * Its tables that are not collections, in the schema `support_portal`. Each start runs this SQL, after that of the features
   * before it, so every statement must do nothing the second time: `create table if not exists`, `add column if not exists`.
   * Statements are separated by semicolons. A table is named with its schema, and refers to none of a later feature.
   */
  readonly tables?: string;
  /** Its options: their checks and their defaults. */
  readonly options?: FeatureOptions;
  /** Its sentences, in each language. */
  readonly texts?: TextsByLanguage;
  /** Adds to the app's config, unless the portal is disabled. */
  extendConfig?(config: Config, portal: PortalContext): Config;
  /** The addresses of the portal that it knows. */
  addresses?(config: Config, portal: PortalContext): Partial<AppAddresses>;
  /** Sentences of the CMS that it replaces, by the CMS's own keys. */
  readonly cmsTexts?: (app: AppAddresses) => Readonly<Record<'en' | 'de', TextTree>>;
  /** Its use cases; a function if they depend on the other features or on the options. */
  readonly operations?: readonly Operation[] | OperationsOf;
  /**
   * The scopes that its operations need, each with the roles that may have it. The text of a scope's subject is `<subject>:scope`, in
   * camel case: `savedReplies:scope` for `saved-replies:read`.
   */
  readonly scopes?: DeclaredScopes;
  /** The parts of the API's description to which its operations belong. */
  readonly tags?: ApiTags;
  /** The kinds of credentials that it issues or checks, which `who.schemes` of holders' operations names. */
  readonly securitySchemes?: SecuritySchemes;
  /** Its tools, for the catalog and for AI clients. */
  readonly tools?: readonly Tool[];
  /** The events that it publishes, with the schema of their data. */
  readonly events?: Readonly<Record<string, z.ZodType>>;
  /**
   * True if webhooks of clients receive none of its events, and clients read no deliveries of them: the records may be
   * addressed to others.
   */
  readonly hasEventsForTeam?: boolean;
  /** Events that no webhook can subscribe to. */
  readonly unlistedEvents?: Readonly<Record<string, z.ZodType>>;
  /** Called with each published event, in the transaction of its cause. */
  receiveEvent?(publication: Publication, event: PortalEvent): Promise<void>;
  /** A kind of Bearer token that it issues, and the user for whom a token stands. */
  readonly bearer?: BearerCredential;
  /** A kind of session that it issues. */
  readonly session?: SessionCredential;
  /** The places into which its large uploads go. */
  readonly uploadTargets?: readonly UploadTarget[];
  /** A credential of large uploads that belongs to no user. */
  readonly uploadCredential?: UploadCredential;
  /** Starts in a Payload instance, before its email adapter is loaded: registers workers and listeners. */
  start?(payload: Payload, portal: PortalContext): StartedFeature | undefined;
  /** Done every day, by each instance that does background work: one that must not run twice takes a lock. */
  readonly dailyTasks?: readonly DailyTask[];
  /** Done every ten seconds, by every instance that does background work. */
  readonly polls?: readonly Poll[];
  /** Reads something for as long as background work runs. */
  buildReader?(payload: Payload, portal: PortalContext): BackgroundReader;
  /** Moves its records along when a ticket is merged into another one. */
  followMerge?(merge: TicketMerge, portal: PortalContext): Promise<void>;
  /** Erases an address from the feature's own records, outside of the email log. */
  erase?(erasure: AddressErasure, portal: PortalContext): Promise<void>;
  /** Encrypts its secrets again after a change of `PAYLOAD_SECRET`. */
  reencrypt?(rotation: SecretRotation, portal: PortalContext): Promise<void>;
  /** The totals in the database that the metrics expose. */
  readonly counters?: readonly CounterDefinition[];
  /** The figures of the metrics that are read when they are asked for. */
  gauges?(payload: Payload, portal: PortalContext): readonly GaugeDefinition[];
  /** The kinds of alerts that it observes, by their names. */
  readonly alerts?: Readonly<Record<string, AlertObserver>>;
  /** Its widgets of the dashboard. */
  readonly widgets?: readonly DashboardWidget[];
  /** Buttons at the top of the dashboard: components that the package's entry `rsc` exports. */
  readonly dashboardActions?: readonly string[];
  /** The work that waits for a reader, in the order in which they look for it. */
  countWork?(payload: Payload, portal: PortalContext, reader: Principal): Promise<readonly WaitingWork[]>;
  /** Its parts beside the page of a ticket, a person or an organization. */
  readonly customerParts?: readonly CustomerPart[];
  /** The types of its mails in the email log, in words. */
  readonly mailTypes?: Readonly<Record<string, TextKey>>;
  /** Warnings above the dashboard, for staff. */
  findWarnings?(payload: Payload, portal: PortalContext): Promise<readonly Warning[]>;
}

export type OperationsOf = (features: readonly Feature[], options: ResolvedOptions) => readonly Operation[];
