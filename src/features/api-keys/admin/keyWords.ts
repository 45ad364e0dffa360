import type { Scope } from '../../../core/access/scopes.ts';
import type { TextKey, TranslateText } from '../../../core/texts/text.ts';
import { dayMilliseconds } from '../expiry.ts';

/** Lifetimes that the form offers; `date` is a day of the user's choice. */
export type ExpiryPreset = '30' | '90' | '365' | 'date';

export const expiryPresets: readonly { readonly value: ExpiryPreset; readonly text: TextKey }[] = [
  { value: '30', text: 'apiKeys:expiry:days30' },
  { value: '90', text: 'apiKeys:expiry:days90' },
  { value: '365', text: 'apiKeys:expiry:year' },
  { value: 'date', text: 'apiKeys:expiry:ownDay' },
];

/** The moment at which a key of that preset ends; null while the day is not chosen yet. */
export const expiryOf = (preset: ExpiryPreset, date: Date | null, now: Date): Date | null =>
  preset === 'date' ? date && endOfDay(date) : new Date(now.getTime() + Number(preset) * dayMilliseconds);

/** A key works until the end of its last day in its maker's time zone. */
const endOfDay = (day: Date): Date => {
  const end = new Date(day);
  end.setHours(23, 59, 59, 999);
  return end;
};

/** A kind of record, and rights that a key may have for it. */
interface ScopeGroup {
  readonly text: TextKey;
  readonly rights: readonly { readonly scope: Scope; readonly text: TextKey }[];
}

/** A scope's subject and right. One without a right, such as `tools`, is for use. */
const partsOf = (scope: Scope): readonly [subject: string, right: string] => {
  const [subject = scope, right = 'use'] = scope.split(':');
  return [subject, right];
};

const camelCase = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Scopes by their kinds of records. The texts of the feature that declares a scope name its kind. */
export const groupScopes = (scopes: readonly Scope[]): readonly ScopeGroup[] => {
  const subjects = [...new Set(scopes.map((scope) => partsOf(scope)[0]))];
  return subjects.map((subject) => ({
    text: `${camelCase(subject)}:scope` as TextKey,
    rights: scopes
      .filter((scope) => partsOf(scope)[0] === subject)
      .map((scope) => ({ scope, text: `apiKeys:scopes:${partsOf(scope)[1]}` as TextKey })),
  }));
};

/** The scopes of a key in words, such as `Tickets: read, write`. */
export const describeScopes = (scopes: readonly Scope[], t: TranslateText): string[] =>
  groupScopes(scopes).map(
    ({ text, rights: held }) => `${t(text)}: ${held.map((right) => t(right.text)).join(', ')}`,
  );
