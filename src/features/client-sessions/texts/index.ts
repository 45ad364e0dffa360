import { signIn as de } from './de.ts';
import { signIn as en } from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface Texts {
    signIn: typeof en;
  }
}

export const signInTexts = { en: { signIn: en }, de: { signIn: de } };
