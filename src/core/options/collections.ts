import type { CollectionConfig, Field } from 'payload';

export interface CollectionOptions {
  /**
   * The collection's slug. With another one its table and its REST path change, too.
   *
   * @default the name of the option, in kebab case
   */
  slug?: string;
  /**
   * Fields of the app's own, which follow those of the portal. The API knows those that `apiFields` names. The portal writes rows of `emailLog`,
   * `webhookDeliveries` and the like by itself: there none may be required. `beforeEmailLog` fills those of `emailLog`.
   *
   * @default []
   */
  fields?: readonly Field[];
  /**
   * Changes the collection once its fields are complete: labels, admin, hooks, access, … The slug and the portal's
   * own fields have to stay. `access` given here applies only to the CMS's own APIs; the option `access` applies to
   * all.
   *
   * @default the collection as it is
   */
  overrides?: (collection: CollectionConfig) => CollectionConfig;
}

export interface OpenableOptions extends CollectionOptions {
  /**
   * Names of fields that `/v1` takes on POST and PATCH and answers in the full record: fields of `fields`, of `overrides`,
   * or of another plugin, by their own names. The CMS validates them, and the access of each field decides who reads and
   * writes it. Ids of relationships are texts; in an upload each field is a part. An unknown name, or one of the portal's
   * own, stops the start. None: the API does not know added fields, and hooks or default values have to fill the
   * required ones. Unlike `fields` it adds nothing to the collection.
   *
   * @default []
   */
  apiFields?: readonly string[];
}

export interface PeopleOptions extends CollectionOptions {
  /**
   * `true` uses the app's own collection of that slug as it is: its fields, access and admin gate stay. Of users, which
   * have to be an auth collection, `roles.resolve` returns the roles: without it no user has a role in the portal.
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
  tickets?: OpenableOptions;
  ticketReplies?: CollectionOptions;
  ticketChanges?: CollectionOptions;
  savedReplies?: CollectionOptions;
  folders?: OpenableOptions;
  files?: OpenableOptions;
  webhooks?: CollectionOptions;
  webhookDeliveries?: CollectionOptions;
  apiKeys?: CollectionOptions;
  emailLog?: CollectionOptions;
  emailLogPurges?: CollectionOptions;
  inboundMails?: CollectionOptions;
  mailDeliveries?: CollectionOptions;
}

export type CollectionName = keyof CollectionsOptions;

/** Collections of which the app can open fields to the API. */
export const openable = ['tickets', 'folders', 'files'] as const satisfies readonly CollectionName[];

export type OpenableName = (typeof openable)[number];
