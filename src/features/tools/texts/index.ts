import * as de from './de.ts';
import * as en from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface FeatureTexts {
    tools: typeof en;
  }
}

export const toolsTexts = { en: { ...en }, de: { ...de } };
