import { allTexts } from '../../src/core/texts/register.ts';
import type { CoreTexts, FeatureTexts, TextsLike, TranslateText } from '../../src/core/texts/text.ts';
import { features } from '../../src/features.ts';

const texts = allTexts(features);

type Merged<Trees> = (Trees extends unknown ? (tree: Trees) => void : never) extends (tree: infer All) => void
  ? All
  : never;

type Texts = Merged<CoreTexts | FeatureTexts[keyof FeatureTexts]>;

export const en = texts.en as unknown as Texts;

export const de = texts.de as unknown as TextsLike<Texts>;

/** Translates as the CMS's `t` does, without a CMS. A key without a text stops the test. */
const textsIn =
  (tree: typeof en | typeof de): TranslateText =>
  (key, values = {}) => {
    const find = (path: string) =>
      path.split(':').reduce<unknown>((part, name) => Object(part)[name], tree) as string | undefined;
    const text = find(key) ?? find(`${key}_${values.count === 1 ? 'one' : 'other'}`);
    if (text === undefined) throw new Error(`There is no text ${key}.`);
    return text.replace(/\{\{(\w+)\}\}/g, (whole, name) => String(values[name] ?? whole));
  };

export const englishTexts: TranslateText = textsIn(en);

export const germanTexts: TranslateText = textsIn(de);
