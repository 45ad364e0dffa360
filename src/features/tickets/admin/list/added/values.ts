import type { CollectionSlug, DateField, FlattenedField, Payload } from 'payload';
import { idText, type RecordId } from '../../../../../core/shared/values/ids.ts';
import type { AddedReader } from './fields.ts';
import { type Language, optionText, storedValue, textsOf, tickedText } from './words.ts';

/** A value as the list shows it: a text, or a moment in the zone of the browser. */
export type AddedValue = string | Date;

/** The values of the columns, by the ids of tickets and the names of fields. The CMS reads them, with its hooks and access. */
export const readAddedValues = async (
  { payload, portal, user, i18n }: AddedReader & { readonly i18n: Language },
  fields: readonly FlattenedField[],
  ids: readonly RecordId[],
): Promise<ReadonlyMap<string, Readonly<Record<string, AddedValue>>>> => {
  if (fields.length === 0 || ids.length === 0) return new Map();
  const titles = fields.flatMap((field) => {
    const slug = relatedSlug(field);
    return slug === null ? [] : [[slug, { [titleOf(payload, slug)]: true }]];
  });
  const { docs } = await payload.find({
    collection: portal.options.slugs.tickets as CollectionSlug,
    where: { id: { in: [...ids] } },
    select: Object.fromEntries(fields.map(({ name }) => [name, true])) as never,
    populate: Object.fromEntries(titles),
    depth: titles.length > 0 ? 1 : 0,
    pagination: false,
    overrideAccess: false,
    user,
  });
  return new Map(
    (docs as readonly { id: RecordId }[]).map((document) => {
      const shown = fields.flatMap((field) => {
        const value = shownValue(Reflect.get(document, field.name), { field, payload, i18n });
        return value === null ? [] : [[field.name, value]];
      });
      return [idText(document.id), Object.fromEntries(shown)];
    }),
  );
};

const relatedSlug = (field: FlattenedField): string | null =>
  field.type === 'relationship' && typeof field.relationTo === 'string' ? field.relationTo : null;

const titleOf = ({ collections }: Payload, slug: string): string =>
  collections[slug as CollectionSlug]?.config.admin.useAsTitle ?? 'id';

interface Shown {
  readonly field: FlattenedField;
  readonly payload: Payload;
  readonly i18n: Language;
}

const shownValue = (value: unknown, { field, payload, i18n }: Shown): AddedValue | null => {
  if (field.type === 'checkbox') return tickedText(value === true, textsOf(i18n));
  if (value === null || value === undefined) return null;
  switch (field.type) {
    case 'select':
    case 'radio':
      return optionText(field.options.find((option) => storedValue(option) === value) ?? String(value), i18n);
    case 'number':
      return Number(value).toLocaleString(i18n.language);
    case 'date':
      return shownDate(new Date(String(value)), field, i18n);
    case 'relationship':
      // A record that the reader may not read stays an id.
      return typeof value === 'object'
        ? String(Reflect.get(value, titleOf(payload, String(field.relationTo))) ?? '')
        : null;
    default:
      return String(value);
  }
};

/** A day is no moment: it is the same in every zone. */
const shownDate = (moment: Date, { admin }: DateField, { language }: Language): AddedValue =>
  admin?.date?.pickerAppearance === 'dayAndTime'
    ? moment
    : moment.toLocaleDateString(language === 'en' ? 'en-GB' : language, {
        dateStyle: 'medium',
        timeZone: 'UTC',
      });
