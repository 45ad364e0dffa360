import { clientPages as de } from './de.ts';
import { clientPages as en } from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface Texts {
    clientPages: typeof en;
  }
}

export const clientPagesTexts = { en: { clientPages: en }, de: { clientPages: de } };
