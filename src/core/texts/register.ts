import { type Config, deepMergeSimple } from 'payload';
import type { AppAddresses, Feature } from '../feature.ts';
import { germanOfTheCms } from './de/cms.ts';
import { de } from './de/index.ts';
import { en } from './en/index.ts';
import { rememberEnglish, textsIn } from './say.ts';
import { namespace, type TextTree, type TranslateText } from './text.ts';

/** The plugin's texts in each language: the shared ones and those of every feature. */
export const allTexts = (features: readonly Feature[]) => ({
  en: features.reduce<TextTree>((all, { texts }) => deepMergeSimple(all, texts?.en ?? {}), en),
  de: features.reduce<TextTree>((all, { texts }) => deepMergeSimple(all, texts?.de ?? {}), de),
});

/** The sentences of the CMS that features replace, by language. */
const cmsTexts = (features: readonly Feature[], app: AppAddresses, language: 'en' | 'de') =>
  Object.assign({}, ...features.map(({ cmsTexts }) => cmsTexts?.(app)[language])) as TextTree;

/** English texts for the app's other languages. The CMS itself shows the key of a text that is missing. */
const otherTexts = ({ i18n }: Config, english: TextTree) =>
  Object.fromEntries(
    Object.keys(i18n?.supportedLanguages ?? {}).map((name) => [name, { [namespace]: english }]),
  );

/** Adds the plugin's texts to the app's translations. The app's own take precedence. */
export const registerTranslations = (
  config: Config,
  features: readonly Feature[],
  app: AppAddresses = { clientPages: null, mail: null },
): Config => {
  const texts = allTexts(features);
  rememberEnglish(texts.en);
  const own = {
    en: { [namespace]: texts.en, ...cmsTexts(features, app, 'en') },
    de: { [namespace]: texts.de, ...deepMergeSimple(germanOfTheCms, cmsTexts(features, app, 'de')) },
  };
  return {
    ...config,
    i18n: {
      ...config.i18n,
      translations: deepMergeSimple(
        { ...otherTexts(config, texts.en), ...own },
        config.i18n?.translations ?? {},
      ),
    },
  };
};

/** The translator of each language that has texts, by the language. */
export const languagesOf = ({ i18n }: Config): Readonly<Record<string, TranslateText>> =>
  Object.fromEntries(
    Object.entries(i18n?.translations ?? {}).map(([name, tree]) => [name, textsIn(tree as TextTree)]),
  );
