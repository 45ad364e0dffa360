import { getLocalI18n, type Payload } from 'payload';
import { type TranslateText, textsBy } from './text.ts';

/** The plugin's texts in the app's default language, for mails to an address whose language is not known. */
export const appTexts = (payload: Payload): Promise<TranslateText> => textsIn(payload, null);

/**
 * The plugin's texts in a language.
 *
 * @param language null, or one that the app does not have: its default language
 */
export const textsIn = async ({ config }: Payload, language: string | null): Promise<TranslateText> => {
  const { fallbackLanguage, supportedLanguages } = config.i18n;
  const isSpoken = language !== null && Object.keys(supportedLanguages).includes(language);
  const spoken = (isSpoken ? language : fallbackLanguage) as typeof fallbackLanguage;
  const { t } = await getLocalI18n({ config, language: spoken });
  return textsBy(t as Parameters<typeof textsBy>[0]);
};
