import { inbound as de } from './de.ts';
import { inbound as en } from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface Texts {
    inbound: typeof en;
  }
}

export const inboundTexts = { en: { inbound: en }, de: { inbound: de } };
