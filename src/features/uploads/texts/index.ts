import { uploads as de } from './de.ts';
import { uploads as en } from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface Texts {
    uploads: typeof en;
  }
}

export const uploadsTexts = { en: { uploads: en }, de: { uploads: de } };
