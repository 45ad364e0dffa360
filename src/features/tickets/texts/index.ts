import { tickets as de } from './de.ts';
import { tickets as en } from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface Texts {
    tickets: typeof en;
  }
}

export const ticketTexts = { en: { tickets: en }, de: { tickets: de } };
