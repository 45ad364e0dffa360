import * as de from './de.ts';
import * as en from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface FeatureTexts {
    delivery: typeof en;
  }
}

export const deliveryTexts = { en: { ...en }, de: { ...de } };
