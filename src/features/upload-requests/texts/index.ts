import { uploadRequests as de } from './de.ts';
import { uploadRequests as en } from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface Texts {
    uploadRequests: typeof en;
  }
}

export const uploadRequestsTexts = { en: { uploadRequests: en }, de: { uploadRequests: de } };
