import type { Scope } from '../../../core/access/scopes.ts';
import type { TextKey, TranslateText } from '../../../core/texts/text.ts';

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
