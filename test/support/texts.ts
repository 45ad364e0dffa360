import { de } from '../../src/core/texts/de/index.ts';
import { en } from '../../src/core/texts/en/index.ts';
import type { TranslateText } from '../../src/core/texts/text.ts';

/** As the CMS's `t` reads them, without a CMS. A key that has no text stops the test. */
const textsIn =
  (texts: typeof en | typeof de): TranslateText =>
  (key, values = {}) => {
    const find = (path: string) =>
      path.split(':').reduce<unknown>((tree, name) => Object(tree)[name], texts) as string | undefined;
    const text = find(key) ?? find(`${key}_${values.count === 1 ? 'one' : 'other'}`);
    if (text === undefined) throw new Error(`There is no text ${key}.`);
    return text.replace(/\{\{(\w+)\}\}/g, (whole, name) => String(values[name] ?? whole));
  };

export const englishTexts: TranslateText = textsIn(en);

export const germanTexts: TranslateText = textsIn(de);
