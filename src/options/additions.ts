import { type CollectionConfig, type Field, flattenTopLevelFields } from 'payload';
import type { CollectionName } from './collections.ts';
import { isField } from './isField.ts';
import { OptionError } from './OptionError.ts';
import type { ResolvedOptions } from './resolve.ts';

/** Collections whose rows the portal writes by itself, without the CMS, or with nothing but its own fields. */
const writtenByPortal: readonly CollectionName[] = [
  'emailLog',
  'emailLogPurges',
  'webhookDeliveries',
  'ticketChanges',
  'apiKeys',
];

/** Fields that the CMS gives every collection, and that the portal's statements know as such. */
const ofEveryCollection: readonly string[] = ['id', 'createdAt', 'updatedAt'];

/**
 * A collection of the portal's with what the app adds to it.
 *
 * @throws {OptionError} where the app takes away what the portal needs
 */
export const addTo = (
  collection: CollectionConfig,
  name: CollectionName,
  additions: ResolvedOptions['additions'],
): CollectionConfig => {
  const { fields, overrides } = additions[name];
  const needed = namesOf(collection.fields);
  for (const field of fields) assertAddable(field, name, [...needed, ...ofEveryCollection]);
  const complete = { ...collection, fields: [...collection.fields, ...fields] };
  if (!overrides) return complete;
  const changed = overrides(complete);
  const option = `collections.${name}.overrides`;
  if (changed?.slug !== collection.slug)
    throw new OptionError(option, `has to return the collection ${collection.slug}.`);
  if (!Array.isArray(changed.fields) || !changed.fields.every(isField))
    throw new OptionError(option, 'has to return a list of fields.');
  const kept = namesOf(changed.fields);
  const missing = needed.find((field) => !kept.includes(field));
  if (missing) throw new OptionError(option, `has to keep the field ${missing}.`);
  return changed;
};

const assertAddable = (field: Field, name: CollectionName, taken: readonly string[]): void => {
  const option = `collections.${name}.fields`;
  const [twin] = namesOf([field]).filter((added) => taken.includes(added));
  if (twin) throw new OptionError(option, `must not have a field ${twin}: the portal has one of this name.`);
  const isRequired = flattenTopLevelFields([field], true).some((part) => 'required' in part && part.required);
  if (isRequired && writtenByPortal.includes(name))
    throw new OptionError(option, 'must not have a required field: the portal writes these rows by itself.');
};

const namesOf = (fields: readonly Field[]): string[] =>
  flattenTopLevelFields([...fields], true).flatMap((field) =>
    'name' in field && field.name && field.type !== 'ui' ? [field.name] : [],
  );
