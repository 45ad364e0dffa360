import type { CollectionConfig, Field } from 'payload';

export interface CollectionOptions {
  /**
   * The collection's slug. With another one its table and its REST path change, too.
   *
   * @default the name of the option, in kebab case
   */
  slug?: string;
  /**
   * Fields of the app's own, which follow those of the portal. The portal writes rows of `emailLog`,
   * `webhookDeliveries` and the like by itself: there none may be required. `beforeEmailLog` fills those of `emailLog`.
   *
   * @default []
   */
  fields?: readonly Field[];
  /**
   * Changes the collection once its fields are complete: labels, admin, hooks, access, … The slug and the portal's own
   * fields have to stay. `access` given here decides at the CMS's own doors alone; the option `access` at every one.
   *
   * @default the collection as it is
   */
  overrides?: (collection: CollectionConfig) => CollectionConfig;
}

export interface PeopleOptions extends CollectionOptions {
  /**
   * `true` uses the app's own collection of that slug as it is: its fields, access and admin gate stay. Of users, which
   * have to be an auth collection, `roles.resolve` says who is what: without it nobody is anybody to the portal.
   * Organizations are called by their field `name`, or by what `admin.useAsTitle` names.
   *
   * @default whether the app has a collection of that slug
   */
  existing?: boolean;
}

/** The portal's collections, by what they are called in the options. */
export interface CollectionsOptions {
  users?: PeopleOptions;
  organizations?: PeopleOptions;
  tickets?: CollectionOptions;
  ticketReplies?: CollectionOptions;
  ticketChanges?: CollectionOptions;
  folders?: CollectionOptions;
  files?: CollectionOptions;
  webhooks?: CollectionOptions;
  webhookDeliveries?: CollectionOptions;
  apiKeys?: CollectionOptions;
  emailLog?: CollectionOptions;
  emailLogPurges?: CollectionOptions;
}

export type CollectionName = keyof CollectionsOptions;
