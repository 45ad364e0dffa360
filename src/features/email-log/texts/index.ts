import { emailLog as de } from './de.ts';
import { emailLog as en } from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface Texts {
    emailLog: typeof en;
  }
}

export const emailLogTexts = { en: { emailLog: en }, de: { emailLog: de } };
