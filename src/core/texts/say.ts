import { en } from './en/index.ts';
import type { TextKey, TextTree, TranslateText } from './text.ts';

/**
 * A sentence for people that is not yet said in a language. As a string it is the English one, for logs and for
 * programs.
 *
 * A text that only programs meet is a plain string, and stays English: the 401, malformed bodies, idempotency, cursors,
 * schemas of operations, tools and the bridge, GraphQL.
 */
export interface Said {
  readonly key: TextKey;
  readonly values: SaidValues;
  toString(): string;
}

/** Values for `{{name}}`; a sentence or a word is said in the language of the whole. */
type SaidValues = Readonly<Record<string, Sentence | number>>;

/** A plain string is the same in each language. */
export type Sentence = string | Said;

/** The result of a check: true, or the problem. */
export type Verdict = true | Sentence;

export const say = (key: TextKey, values: SaidValues = {}): Said => {
  const said: Said = { key, values, toString: () => inWords(said, english()) };
  return said;
};

const key = Symbol.for('payload-support-portal.english');

/** One for the process: a bundler may copy this module. */
const globals = globalThis as typeof globalThis & { [key]?: TranslateText };

/** Stores all English texts, for sentences that are rendered without a language. */
export const rememberEnglish = (texts: TextTree): void => {
  globals[key] = textsIn(texts);
};

const english = (): TranslateText => globals[key] ?? textsIn(en);

/** A sentence in the language of a reader. */
export const inWords = (sentence: Sentence, t: TranslateText): string => {
  if (typeof sentence === 'string') return sentence;
  const values = Object.entries(sentence.values).map(([name, value]) => [
    name,
    typeof value === 'object' ? inWords(value, t) : value,
  ]);
  return t(sentence.key, Object.fromEntries(values));
};

/** Some words as one list. */
export const listed = (words: readonly Sentence[], link: 'and' | 'comma'): Sentence =>
  words.reduce((before, word) => say(`errors:list:${link}`, { before, word }));

/** The texts of one tree, without a request. Does the same as the CMS's `t`, for a language with two plural forms. */
export const textsIn =
  (tree: TextTree): TranslateText =>
  (key, values = {}) =>
    find(tree, key, values.count === 1 ? 'one' : 'other').replace(/\{\{(.*?)\}\}/g, (whole, name: string) =>
      String(values[name.trim()] ?? whole),
    );

const find = (tree: TextTree, key: TextKey, number: 'one' | 'other'): string => {
  const found = key
    .split(':')
    .reduce<string | TextTree | undefined>(
      (part, name) => (typeof part === 'object' ? (part[name] ?? part[`${name}_${number}`]) : part),
      tree,
    );
  return typeof found === 'string' ? found : key;
};
