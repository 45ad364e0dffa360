import type { FlattenedField, SanitizedConfig } from 'payload';
import type { PortalContext } from '../context.ts';
import { OptionError } from '../shared/errors/OptionError.ts';
import type { CollectionName, DeclaredCollection } from './collections.ts';
import { ownFieldsOf, requiredNamesOf } from './fieldNames.ts';

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
