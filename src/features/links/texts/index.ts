import { links as de } from './de.ts';
import { links as en } from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface Texts {
    links: typeof en;
  }
}

export const linksTexts = { en: { links: en }, de: { links: de } };
