import {
  type CollectionSlug,
  createLocalReq,
  type DateField,
  type FlattenedField,
  type Option,
  type Payload,
  type TypedUser,
} from 'payload';
import { z } from 'zod';
import type { PortalContext } from '../../../../core/context.ts';
import { idText, type RecordId } from '../../../../core/shared/ids.ts';
import { type TranslateText, textsBy } from '../../../../core/texts/text.ts';
import type { AddedCondition } from '../../listing.ts';
import type { AddedFilter, AddedParameter, AddedSort } from './listParameters.ts';

/** The fields that the app has added to tickets, as far as the list has them and the reader may read them. */
export interface AddedFields {
  readonly columns: readonly FlattenedField[];
  readonly filters: readonly FlattenedField[];
}

interface Reader {
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly user: TypedUser;
}

/**
 * The fields of the option `tickets.list` for a reader. A user who may not read a field cannot find out its values by a
 * filter.
 */
export const findAddedFields = async ({ payload, portal, user }: Reader): Promise<AddedFields> => {
  const { slugs, tickets } = portal.options;
  const collection = payload.collections[slugs.tickets as CollectionSlug]?.config;
  const req = await createLocalReq({ user }, payload);
  const readable = async (names: readonly string[]) => {
    const fields = names.flatMap(
      (wanted) => collection?.flattenedFields.filter(({ name }) => name === wanted) ?? [],
    );
    const isReadable = await Promise.all(fields.map(async (field) => mayRead(field, req)));
    return fields.filter((_, index) => isReadable[index]);
  };
  return { columns: await readable(tickets.list.columns), filters: await readable(tickets.list.filters) };
};

/** True without a ticket: a field that only some tickets show is one that the list does not have, as in the CMS's lists. */
const mayRead = async (
  { access }: FlattenedField,
  req: Awaited<ReturnType<typeof createLocalReq>>,
): Promise<boolean> => {
  if (!access?.read) return true;
  try {
    return Boolean(await access.read({ req }));
  } catch {
    return false;
  }
};

/** The reader's language. */
export interface Language {
  readonly language: string;
  readonly fallbackLanguage: string;
  readonly t: unknown;
}

/** A filter by a field. A number or a date has two. */
interface FilterPart {
  readonly parameter: AddedParameter;
  readonly bound?: 'from' | 'to';
  /** Null for a value that the field does not have. */
  conditionOf(value: string): AddedCondition | null;
}

const partsOf = (field: FlattenedField): readonly FilterPart[] => {
  const { name: of } = field;
  const parameter: AddedParameter = `field.${of}`;
  if (field.type === 'select' || field.type === 'radio') {
    const values = field.options.map(storedValue);
    const conditionOf = (value: string) => (values.includes(value) ? ({ of, is: value } as const) : null);
    return [{ parameter, conditionOf }];
  }
  if (field.type === 'checkbox')
    return [
      {
        parameter,
        conditionOf: (value) =>
          value === 'true' || value === 'false' ? { of, isTicked: value === 'true' } : null,
      },
    ];
  if (field.type === 'number' || field.type === 'date')
    return [
      {
        parameter: `${parameter}.from`,
        bound: 'from',
        conditionOf: (value) => {
          const from = boundOf(field.type, value);
          return from === null ? null : { of, from };
        },
      },
      {
        parameter: `${parameter}.to`,
        bound: 'to',
        conditionOf: (value) => {
          const to = boundOf(field.type, value);
          // The day counts as a whole.
          if (to instanceof Date) return { of, before: new Date(to.getTime() + dayMs) };
          return to === null ? null : { of, to };
        },
      },
    ];
  return [{ parameter, conditionOf: (value) => ({ of, contains: value }) }];
};

const dayMs = 24 * 3600 * 1000;

/** Days are those of UTC: the CMS stores a day as its noon there. */
const boundOf = (type: 'number' | 'date', value: string): string | Date | null => {
  if (type === 'number') return /^-?\d{1,20}(\.\d{1,10})?$/.test(value) ? value : null;
  return z.iso.date().safeParse(value).success && !value.startsWith('0000') ? new Date(value) : null;
};

/** The parameters of an address that filter by added fields, and their conditions. Invalid ones are ignored. */
export const readAddedFilters = (
  fields: readonly FlattenedField[],
  valueOfParameter: (parameter: AddedParameter) => string | undefined,
) =>
  fields.flatMap(partsOf).flatMap(({ parameter, conditionOf }) => {
    const value = valueOfParameter(parameter);
    const condition = value === undefined ? null : conditionOf(value);
    return value === undefined || condition === null ? [] : [{ parameter, value, condition }];
  });

/** The filters by added fields, for the form. */
export const describeFilters = (fields: readonly FlattenedField[], i18n: Language): AddedFilter[] => {
  const t = textsOf(i18n);
  return fields.flatMap((field) =>
    partsOf(field).map(({ parameter, bound }) => {
      const label = labelOf(field, i18n);
      return {
        parameter,
        label: bound ? t(`tickets:list:added:${bound}`, { label }) : label,
        input: field.type === 'number' || field.type === 'date' ? field.type : 'text',
        choices: choicesOf(field, i18n),
      };
    }),
  );
};

const choicesOf = (field: FlattenedField, i18n: Language): AddedFilter['choices'] => {
  if (field.type === 'checkbox')
    return [true, false].map((is) => ({ id: String(is), name: tickedText(is, textsOf(i18n)) }));
  if (field.type !== 'select' && field.type !== 'radio') return null;
  return field.options.map((option) => ({ id: storedValue(option), name: optionText(option, i18n) }));
};

const tickedText = (is: boolean, t: TranslateText): string =>
  t(is ? 'tickets:list:added:yes' : 'tickets:list:added:no');

const textsOf = ({ t }: Language): TranslateText => textsBy(t as never);

/** The heads of the columns. */
export const describeColumns = (fields: readonly FlattenedField[], i18n: Language) =>
  fields.map((field) => ({ name: field.name, label: labelOf(field, i18n), isSorted: isSorted(field) }));

/** A relationship is an id in the ticket's row: no order for a reader, who sees a title or nothing. */
const isSorted = ({ type }: FlattenedField): boolean => type !== 'relationship';

/** The orders by the columns of such fields. */
export const addedSorts = (fields: readonly FlattenedField[]): readonly AddedSort[] =>
  fields.filter(isSorted).flatMap(({ name }) => [`field.${name}`, `-field.${name}`] as const);

/** Such an order in words, for the form that shows it. */
export const describeSort = (sort: AddedSort, fields: readonly FlattenedField[], i18n: Language): string => {
  const field = fields.find(({ name }) => sort.endsWith(`field.${name}`));
  const label = field ? labelOf(field, i18n) : sort;
  return textsOf(i18n)(sort.startsWith('-') ? 'tickets:list:order:addedLast' : 'tickets:list:order:added', {
    label,
  });
};

const labelOf = ({ name, label }: FlattenedField, i18n: Language): string => inLanguage(label, i18n) || name;

const storedValue = (option: Option): string => (typeof option === 'string' ? option : option.value);

const optionText = (option: Option, i18n: Language): string =>
  (typeof option === 'string' ? option : inLanguage(option.label, i18n)) || storedValue(option);

const inLanguage = (label: unknown, i18n: Language): string => {
  if (typeof label === 'function') return String(label({ i18n, t: i18n.t }));
  if (typeof label !== 'object' || label === null) return typeof label === 'string' ? label : '';
  const { [i18n.language]: own, [i18n.fallbackLanguage]: other } = label as Record<string, string>;
  return own ?? other ?? Object.values(label as Record<string, string>)[0] ?? '';
};

/** A value as the list shows it: a text, or a moment in the zone of the browser. */
export type AddedValue = string | Date;

/** The values of the columns, by the ids of tickets and the names of fields. The CMS reads them, with its hooks and access. */
export const readAddedValues = async (
  { payload, portal, user, i18n }: Reader & { readonly i18n: Language },
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
