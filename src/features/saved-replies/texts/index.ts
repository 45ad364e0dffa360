import { savedReplies as de } from './de.ts';
import { savedReplies as en } from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface Texts {
    savedReplies: typeof en;
  }
}

export const savedRepliesTexts = { en: { savedReplies: en }, de: { savedReplies: de } };
