import type { FlattenedField } from 'payload';
import { z } from 'zod';
import type { AddedCondition } from '../../../lists/listing.ts';
import type { AddedFilter, AddedParameter } from '../views/listParameters.ts';
import { type Language, labelOf, optionText, storedValue, textsOf, tickedText } from './words.ts';

/** A filter by a field. A number or a date has two. */
interface FilterPart {
  readonly parameter: AddedParameter;
  readonly bound?: 'from' | 'to';
  /** Returns null for a value that the field does not have. */
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
