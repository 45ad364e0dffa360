import { emailChanges as de } from './de.ts';
import { emailChanges as en } from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface Texts {
    emailChanges: typeof en;
  }
}

export const emailChangesTexts = { en: { emailChanges: en }, de: { emailChanges: de } };
