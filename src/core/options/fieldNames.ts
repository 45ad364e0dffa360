import { type CollectionConfig, type Field, flattenTopLevelFields } from 'payload';

export const namesOf = (fields: readonly Field[]): string[] =>
  flattenTopLevelFields([...fields], true).flatMap((field) =>
    'name' in field && field.name && field.type !== 'ui' ? [field.name] : [],
  );

export const requiredNamesOf = (fields: readonly Field[]): string[] =>
  flattenTopLevelFields([...fields], true).flatMap((field) =>
    'name' in field && field.name && 'required' in field && field.required ? [field.name] : [],
  );

const key = 'supportPortalFields';

/** Notes on a collection which fields are the portal's own: plugins that run later may add others. */
export const noteOwnFields = (collection: CollectionConfig, own: readonly string[]): CollectionConfig => ({
  ...collection,
  custom: { ...collection.custom, [key]: own },
});

/** The portal's own fields of a collection, as {@link noteOwnFields} noted them. */
export const ownFieldsOf = ({ custom }: Pick<CollectionConfig, 'custom'>): readonly string[] =>
  custom?.[key] ?? [];
