import type { FlattenedField, Payload } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { isOfCms, ownFieldsOf } from '../../../core/options/addedFields.ts';
import { OptionError } from '../../../core/shared/errors/startErrors.ts';

const filterable = ['text', 'email', 'number', 'checkbox', 'select', 'radio', 'date'];

/** A relationship to one record would be a filter with as many choices as there are records. */
const taken = { columns: [...filterable, 'relationship'], filters: filterable } as const;

/**
 * Checks the option `tickets.list` once every plugin has added its fields.
 *
 * @throws {OptionError} if it names a field that is not there, or one that the list cannot show
 */
export const assertListFields = (
  { config }: Pick<Payload, 'config'>,
  { options }: Pick<PortalContext, 'options'>,
): void => {
  const { slugs, tickets } = options;
  const collection = config.collections.find(({ slug }) => slug === slugs.tickets);
  if (!collection) return;
  for (const part of ['columns', 'filters'] as const)
    for (const wanted of tickets.list[part]) {
      const field = collection.flattenedFields.find(({ name }) => name === wanted);
      const isAdded = !ownFieldsOf(collection).includes(wanted) && !isOfCms(wanted, collection);
      if (!field || !isAdded)
        throw new OptionError(
          `tickets.list.${part}`,
          `names ${wanted}, and the app has added no such field to the collection ${slugs.tickets}.`,
        );
      if (!taken[part].includes(field.type) || !isOneStoredValue(field))
        throw new OptionError(
          `tickets.list.${part}`,
          `names the field ${wanted} of the type ${field.type}: it takes ${taken[part].join(', ')}, of one value, stored in the ticket's own row for all languages, that is not hidden.`,
        );
    }
};

const isOneStoredValue = (field: FlattenedField): boolean =>
  !(
    ('hasMany' in field && field.hasMany) ||
    ('virtual' in field && field.virtual) ||
    ('localized' in field && field.localized) ||
    ('relationTo' in field && Array.isArray(field.relationTo)) ||
    field.hidden
  );
