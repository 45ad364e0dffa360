import type { CollectionConfig, Field } from 'payload';
import type { TextKey } from '../texts/text.ts';

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
   * Names of fields that `/v1` takes on POST and PATCH and returns in the full record: fields of `fields`, of `overrides`,
   * or of another plugin, by their own names. The CMS validates them, and the access of each field decides who reads and
   * writes it. Ids of relationships are texts; in an upload each field is a part. An unknown name, or the name of one of the
   * portal's own fields, stops the start. Without this option the API does not know added fields, and hooks or default
   * values have to fill the required ones. Unlike `fields` it adds nothing to the collection.
   *
   * @default []
   */
  apiFields?: readonly string[];
}

export interface PeopleOptions extends CollectionOptions {
  /**
   * `true` uses the app's own collection of that slug as it is: its fields, access and admin gate stay. Users have to be an
   * auth collection, and get their roles from `roles.resolve`: without it no user has a role in the portal. Organizations
   * are called by their field `name`, or by what `admin.useAsTitle` names.
   *
   * @default true if the app has a collection of that slug
   */
  existing?: boolean;
}

/** The portal's collections by their names in the options. A feature adds its own by declaration merging. */
export interface CollectionsOptions {
  users?: PeopleOptions;
  organizations?: PeopleOptions;
}

export type CollectionName = keyof CollectionsOptions;

/** A collection as its feature declares it. */
export interface DeclaredCollection {
  /** The default slug. */
  readonly slug: string;
  /**
   * The options that the app has for it: added fields, added fields that are open to the API, or a collection of its own.
   */
  readonly takes: 'fields' | 'apiFields' | 'existing';
  /** True if the portal writes rows without the CMS, or with its own fields alone: the app adds no required field. */
  readonly isWrittenByPortal?: boolean;
  /** The type by which mails and files name its records, and the word for one. */
  readonly record?: { readonly type: string; readonly word: TextKey };
}

/** The features' collections by name, in the features' order. */
export type DeclaredCollections = Readonly<Partial<Record<CollectionName, DeclaredCollection>>>;
