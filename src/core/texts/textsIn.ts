import type { TextKey, TextTree, TranslateText } from './text.ts';

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
