import { type Config, deepMergeSimple } from 'payload';
import { de } from './de/index.ts';
import { en } from './en/index.ts';
import { namespace, type TranslateText } from './text.ts';
import { type TextTree, textsIn } from './textsIn.ts';

/** What a client reads who logs in to the admin UI, in place of the CMS's sentence. */
const cmsTexts = (texts: typeof en) => ({ error: { unauthorizedAdmin: texts.people.clientAtTheDoor } });

const texts = {
  en: { [namespace]: en, ...cmsTexts(en) },
  de: { [namespace]: de, ...cmsTexts(de) },
};

/** English texts for the app's other languages. The CMS itself shows the key of a text that is missing. */
const otherTexts = ({ i18n }: Config) =>
  Object.fromEntries(Object.keys(i18n?.supportedLanguages ?? {}).map((name) => [name, { [namespace]: en }]));

/** Adds the plugin's texts to the app's translations. The app's own take precedence. */
export const registerTranslations = (config: Config): Config => ({
  ...config,
  i18n: {
    ...config.i18n,
    translations: deepMergeSimple({ ...otherTexts(config), ...texts }, config.i18n?.translations ?? {}),
  },
});

/** What the CMS's `t` does in each language that has texts, by the language. */
export const languagesOf = ({ i18n }: Config): Readonly<Record<string, TranslateText>> =>
  Object.fromEntries(
    Object.entries(i18n?.translations ?? {}).map(([name, tree]) => [name, textsIn(tree as TextTree)]),
  );
