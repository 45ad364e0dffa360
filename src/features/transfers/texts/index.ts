import { transfers as de } from './de.ts';
import { transfers as en } from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface Texts {
    transfers: typeof en;
  }
}

export const transfersTexts = { en: { transfers: en }, de: { transfers: de } };
