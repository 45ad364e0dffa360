import type { CollectionConfig, Field } from 'payload';
import { OptionError } from '../shared/errors/OptionError.ts';
import type { CollectionName } from './collections.ts';
import { namesOf, noteOwnFields, requiredNamesOf } from './fieldNames.ts';
import { isField } from './isField.ts';
import type { ResolvedOptions } from './resolve.ts';

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
