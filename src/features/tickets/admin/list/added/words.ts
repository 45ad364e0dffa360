import type { FlattenedField, Option } from 'payload';
import { type TranslateText, textsBy } from '../../../../../core/texts/text.ts';

/** The reader's language. */
export interface Language {
  readonly language: string;
  readonly fallbackLanguage: string;
  readonly t: unknown;
}

export const tickedText = (is: boolean, t: TranslateText): string =>
  t(is ? 'tickets:list:added:yes' : 'tickets:list:added:no');

export const textsOf = ({ t }: Language): TranslateText => textsBy(t as never);

export const labelOf = ({ name, label }: FlattenedField, i18n: Language): string =>
  inLanguage(label, i18n) || name;

export const storedValue = (option: Option): string => (typeof option === 'string' ? option : option.value);

export const optionText = (option: Option, i18n: Language): string =>
  (typeof option === 'string' ? option : inLanguage(option.label, i18n)) || storedValue(option);

const inLanguage = (label: unknown, i18n: Language): string => {
  if (typeof label === 'function') return String(label({ i18n, t: i18n.t }));
  if (typeof label !== 'object' || label === null) return typeof label === 'string' ? label : '';
  const { [i18n.language]: own, [i18n.fallbackLanguage]: other } = label as Record<string, string>;
  return own ?? other ?? Object.values(label as Record<string, string>)[0] ?? '';
};
