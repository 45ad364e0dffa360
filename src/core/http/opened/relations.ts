import { type Field, type FlattenedField, traverseFields } from 'payload';

type Fields = Readonly<Record<string, unknown>>;

/** An id on its way between the API and the CMS. */
type ConvertId = (id: unknown, at: { readonly slug: string; readonly path: string }) => unknown;

/** A copy of a record's values with every id of a relationship converted, however deep it lies. */
export const convertIds = (fields: readonly FlattenedField[], values: Fields, convert: ConvertId): Fields => {
  const copy = structuredClone(values);
  traverseFields({
    fields: [...fields] as Field[],
    ref: copy,
    fillEmpty: false,
    callback: ({ field, parentPath, ref }) => {
      if (field.type !== 'relationship' && field.type !== 'upload') return;
      const holder = ref as Record<string, unknown>;
      const value = holder[field.name];
      if (value === undefined || value === null) return;
      const path = `${parentPath}${field.name}`;
      const convertOne = (one: unknown) => convertTarget(field.relationTo, one, path, convert);
      holder[field.name] = Array.isArray(value) ? value.map(convertOne) : convertOne(value);
    },
  });
  return copy;
};

/** A relationship to several collections says which one it leads to. */
const convertTarget = (
  relationTo: string | readonly string[],
  value: unknown,
  path: string,
  convert: ConvertId,
): unknown => {
  if (typeof relationTo === 'string') return convert(value, { slug: relationTo, path });
  const { relationTo: slug, value: id, ...rest } = Object(value) as Fields;
  // Any other is refused by the CMS.
  if (typeof slug !== 'string' || !relationTo.includes(slug)) return value;
  return { ...rest, relationTo: slug, value: convert(id, { slug, path: `${path}.value` }) };
};
