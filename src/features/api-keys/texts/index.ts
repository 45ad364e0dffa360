import { apiKeys as de } from './de.ts';
import { apiKeys as en } from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface Texts {
    apiKeys: typeof en;
  }
}

export const apiKeysTexts = { en: { apiKeys: en }, de: { apiKeys: de } };
