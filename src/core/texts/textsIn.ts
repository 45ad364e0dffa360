import type { TextKey, TranslateText } from './text.ts';

export type TextTree = { readonly [key: string]: string | TextTree };

/** The texts of one tree, without a request: what the CMS's `t` does, for a language of two numbers. */
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
