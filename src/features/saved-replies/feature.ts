import type { Feature } from '../../core/feature.ts';
import type { CollectionOptions } from '../../core/options/collections.ts';
import { listSavedReplies } from './operations/listSavedReplies.ts';
import * as de from './texts/de.ts';
import * as en from './texts/en.ts';

declare module '../../core/options/collections.ts' {
  interface CollectionsOptions {
    savedReplies?: CollectionOptions;
  }
}

declare module '../../core/texts/text.ts' {
  interface FeatureTexts {
    savedReplies: typeof en;
  }
}

/** Saved replies: texts that staff and representatives insert into the composer. */
export const savedReplies: Feature = {
  name: 'saved-replies',
  collections: { savedReplies: { slug: 'saved-replies', takes: 'fields' } },
  texts: { en: { ...en }, de: { ...de } },
  tags: { 'saved-replies': { name: 'Tickets' } },
  operations: [listSavedReplies],
  composerTools: ['SavedReplyPicker'],
};
