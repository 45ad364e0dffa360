import type { en } from './en/index.ts';

/** The plugin's texts stand under this name among the CMS's translations, and an app replaces them there. */
export const namespace = 'supportPortal';

/** The keys of a tree of texts, such as `tickets:list:empty`. The forms of a text by number are one key: `found`. */
type KeysOf<Tree> = Tree extends string
  ? never
  : {
      [Key in keyof Tree & string]: Tree[Key] extends string ? StemOf<Key> : `${Key}:${KeysOf<Tree[Key]>}`;
    }[keyof Tree & string];

type StemOf<Key extends string> = Key extends `${infer Stem}_one` | `${infer Stem}_other` ? Stem : Key;

/** The English texts that no single feature owns. */
export type CoreTexts = typeof en;

/**
 * The English texts of each feature, a tree such as `{ tickets: {…}, errors: { ticket: {…} } }`: a feature can add sentences to a
 * part of core, but none twice. It declares its tree by declaration merging, in its folder `texts/`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the features fill it.
export interface FeatureTexts {}

export type TextKey = KeysOf<CoreTexts | FeatureTexts[keyof FeatureTexts]>;

/** The texts of one language. */
export type TextTree = { readonly [key: string]: string | TextTree };

/** The texts of a feature in each language that the plugin speaks. */
export interface TextsByLanguage {
  readonly en: TextTree;
  readonly de: TextTree;
}

/** Values for `{{name}}` in a text. `count` also chooses between `…_one` and `…_other`. */
export type TextValues = Readonly<Record<string, string | number>>;

/** A tree of texts in another language: it has each text of the English one, and no other. */
export type TextsLike<Tree> = {
  readonly [Key in keyof Tree]: Tree[Key] extends string ? string : TextsLike<Tree[Key]>;
};

/** Gives a text of the plugin in the language of a reader. */
export type TranslateText = (key: TextKey, values?: TextValues) => string;

/** The plugin's texts by the CMS's `t`, that of a request or of a page. Its type knows only the CMS's own keys. */
export const textsBy =
  (t: (key: never, values?: TextValues) => string): TranslateText =>
  (key, values) =>
    t(`${namespace}:${key}` as never, values);
