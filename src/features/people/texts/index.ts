import { people as de } from './de.ts';
import { people as en } from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface Texts {
    people: typeof en;
  }
}

export const peopleTexts = { en: { people: en }, de: { people: de } };
