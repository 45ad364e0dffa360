import type { Field, LabelFunction, Option } from 'payload';
import { isOwnComponent } from '../shared/portal/ownComponent.ts';

/** The CMS's `t` of each language, by its name. */
export type Languages = Readonly<Record<string, Parameters<LabelFunction>[0]['t']>>;

/**
 * Part of a field that is a column of a list of the CMS: its own component says its label. The buttons that sort by a column
 * say the label as it is, so that one by language would be “[object Object]”.
 */
export const saysItsLabel = { custom: { saysItsLabel: true } } as const;

/**
 * Upstream: the props that the CMS passes to a field's own component, label and options included, stay in the language of
 * the user who opened the form first after the start: `getClientSchemaMap` of `@payloadcms/ui` caches by slug alone.
 * No report is known.
 * Goes when: it caches by language, as `getClientConfig` does.
 *
 * Gives such fields of the portal, and those inside them, labels by language, from which the CMS chooses for each reader.
 */
export const labelInEachLanguage = (
  fields: readonly Field[],
  languages: Languages,
  isInsideOwn = false,
): Field[] => {
  const inEach = <Label>(label: Label) =>
    typeof label === 'function' ? labelsOf(label as unknown as LabelFunction, languages) : label;
  const optionInEach = (option: Option) =>
    typeof option === 'string' ? option : { ...option, label: inEach(option.label) };
  return fields.map((field) => {
    const isOwn =
      isInsideOwn || isOwnComponent(field.admin?.components && Reflect.get(field.admin.components, 'Field'));
    return {
      ...field,
      ...('label' in field && isOwn && !field.custom?.saysItsLabel && { label: inEach(field.label) }),
      ...(field.type === 'array' &&
        isOwn && {
          labels: { singular: inEach(field.labels?.singular), plural: inEach(field.labels?.plural) },
        }),
      ...(field.type === 'select' && isOwn && { options: field.options.map(optionInEach) }),
      ...('fields' in field && { fields: labelInEachLanguage(field.fields, languages, isOwn) }),
      ...(field.type === 'tabs' && {
        tabs: field.tabs.map((tab) => ({
          ...tab,
          fields: labelInEachLanguage(tab.fields, languages, isOwn),
        })),
      }),
    } as Field;
  });
};

const labelsOf = (label: LabelFunction, languages: Languages): Record<string, string> =>
  Object.fromEntries(
    Object.entries(languages).map(([language, t]) => {
      const i18n = { t, language } as unknown as Parameters<LabelFunction>[0]['i18n'];
      return [language, label({ t, i18n })];
    }),
  );
