import { webhooks as de } from './de.ts';
import { webhooks as en } from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface Texts {
    webhooks: typeof en;
  }
}

export const webhooksTexts = { en: { webhooks: en }, de: { webhooks: de } };
