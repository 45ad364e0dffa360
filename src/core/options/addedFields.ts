import {
  type CollectionConfig,
  type Field,
  type FlattenedField,
  flattenTopLevelFields,
  type SanitizedConfig,
} from 'payload';
import type { PortalContext } from '../context.ts';
import { OptionError } from '../shared/errors/startErrors.ts';
import { isField } from './check.ts';
import type { CollectionName, DeclaredCollection } from './collections.ts';
import type { ResolvedOptions } from './resolve.ts';

/**
 * Checks the collections once every plugin has run.
 *
 * @throws {OptionError} if the API is to know a field that is not there, or if another plugin adds a required field to
 * rows that the portal writes by itself
 */
export const assertFieldsFit = (config: SanitizedConfig, portal: PortalContext): void => {
  assertOpenable(config, portal);
  assertWritable(config, portal);
};

const assertOpenable = ({ collections }: SanitizedConfig, { options }: PortalContext): void => {
  for (const name of namesWhere(options, ({ takes }) => takes === 'apiFields')) {
    const slug = options.slugs[name];
    const fields = collections.find((collection) => collection.slug === slug)?.flattenedFields ?? [];
    const missing = options.additions[name].apiFields.find((wanted) => !hasValue(fields, wanted));
    if (missing)
      throw new OptionError(
        `collections.${name}.apiFields`,
        `names the field ${missing}, and the collection ${slug} has no such field with a value of its own.`,
      );
  }
};

/** A join shows other records, and a virtual field stores nothing. */
const hasValue = (fields: readonly FlattenedField[], wanted: string): boolean =>
  fields.some(
    (field) => field.name === wanted && field.type !== 'join' && !('virtual' in field && field.virtual),
  );

const assertWritable = ({ collections }: SanitizedConfig, { options }: PortalContext): void => {
  for (const name of namesWhere(options, ({ isWrittenByPortal }) => isWrittenByPortal ?? false)) {
    const collection = collections.find(({ slug }) => slug === options.slugs[name]);
    if (!collection) continue;
    const own = ownFieldsOf(collection);
    const added = requiredNamesOf(collection.fields).find((field) => !own.includes(field));
    if (added)
      throw new OptionError(
        `collections.${name}`,
        `must not have the required field ${added}, which another plugin adds: the portal writes these rows by itself.`,
      );
  }
};

const namesWhere = (
  { declared }: PortalContext['options'],
  suits: (collection: DeclaredCollection) => boolean,
): readonly CollectionName[] =>
  Object.entries(declared).flatMap(([name, one]) => (suits(one) ? [name as CollectionName] : []));

/** Fields that the CMS gives every collection, and that the portal's statements know as such. */
const ofEveryCollection: readonly string[] = ['id', 'createdAt', 'updatedAt'];

/**
 * A collection of the portal with the app's additions.
 *
 * @throws {OptionError} if the app takes away something that the portal needs
 */
export const addTo = (
  collection: CollectionConfig,
  name: CollectionName,
  { additions, declared }: Pick<ResolvedOptions, 'additions' | 'declared'>,
): CollectionConfig => {
  const { apiFields, fields, overrides } = additions[name];
  const isWrittenByPortal = declared[name]?.isWrittenByPortal ?? false;
  const needed = namesOf(collection.fields);
  for (const field of fields)
    assertAddable(field, { name, isWrittenByPortal, taken: [...needed, ...ofEveryCollection] });
  const own = apiFields.find((field) => needed.includes(field) || isOfCms(field, collection));
  if (own)
    throw new OptionError(
      `collections.${name}.apiFields`,
      `must not name ${own}, which is not an added field.`,
    );
  const complete = { ...collection, fields: [...collection.fields, ...fields] };
  if (!overrides) return noteOwnFields(complete, needed);
  const changed = overrides(complete);
  const option = `collections.${name}.overrides`;
  if (changed?.slug !== collection.slug)
    throw new OptionError(option, `has to return the collection ${collection.slug}.`);
  if (!Array.isArray(changed.fields) || !changed.fields.every(isField))
    throw new OptionError(option, 'has to return a list of fields.');
  const kept = namesOf(changed.fields);
  const missing = needed.find((field) => !kept.includes(field));
  if (missing) throw new OptionError(option, `has to keep the field ${missing}.`);
  return noteOwnFields(changed, needed);
};

const fieldsOfCms = ['id', 'createdAt', 'updatedAt', 'deletedAt', '_status'];
const fieldsOfUploads = [
  'url',
  'thumbnailURL',
  'filename',
  'mimeType',
  'filesize',
  'width',
  'height',
  'sizes',
];

export const isOfCms = (field: string, { upload }: Pick<CollectionConfig, 'upload'>): boolean =>
  fieldsOfCms.includes(field) || (Boolean(upload) && fieldsOfUploads.includes(field));

interface Addition {
  readonly name: CollectionName;
  readonly isWrittenByPortal: boolean;
  /** The names that the collection has already. */
  readonly taken: readonly string[];
}

const assertAddable = (field: Field, { name, isWrittenByPortal, taken }: Addition): void => {
  const option = `collections.${name}.fields`;
  const [twin] = namesOf([field]).filter((added) => taken.includes(added));
  if (twin) throw new OptionError(option, `must not have a field ${twin}: the portal has one of this name.`);
  if (requiredNamesOf([field]).length > 0 && isWrittenByPortal)
    throw new OptionError(option, 'must not have a required field: the portal writes these rows by itself.');
};

const namesOf = (fields: readonly Field[]): string[] =>
  flattenTopLevelFields([...fields], true).flatMap((field) =>
    'name' in field && field.name && field.type !== 'ui' ? [field.name] : [],
  );

const requiredNamesOf = (fields: readonly Field[]): string[] =>
  flattenTopLevelFields([...fields], true).flatMap((field) =>
    'name' in field && field.name && 'required' in field && field.required ? [field.name] : [],
  );

const key = 'supportPortalFields';

/** Notes on a collection which fields are the portal's own: plugins that run later may add others. */
const noteOwnFields = (collection: CollectionConfig, own: readonly string[]): CollectionConfig => ({
  ...collection,
  custom: { ...collection.custom, [key]: own },
});

/** The portal's own fields of a collection, as {@link noteOwnFields} noted them. */
export const ownFieldsOf = ({ custom }: Pick<CollectionConfig, 'custom'>): readonly string[] =>
  custom?.[key] ?? [];
