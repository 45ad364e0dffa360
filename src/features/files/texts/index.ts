import { files as de } from './de.ts';
import { files as en } from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface Texts {
    files: typeof en;
  }
}

export const filesTexts = { en: { files: en }, de: { files: de } };
