import { tools as de } from './de.ts';
import { tools as en } from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface Texts {
    tools: typeof en;
  }
}

export const toolsTexts = { en: { tools: en }, de: { tools: de } };
