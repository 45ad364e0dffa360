import type { Feature } from '../../core/feature.ts';
import type { CollectionOptions } from '../../core/options/collections.ts';
import { listSavedReplies } from './operations/listSavedReplies.ts';
import { savedRepliesTexts } from './texts/index.ts';

declare module '../../core/options/collections.ts' {
  interface CollectionsOptions {
    savedReplies?: CollectionOptions;
  }
}

/** Saved replies: texts that staff and representatives insert into the composer. */
export const savedReplies: Feature = {
  name: 'saved-replies',
  collections: { savedReplies: { slug: 'saved-replies', takes: 'fields' } },
  texts: savedRepliesTexts,
  tags: { 'saved-replies': { name: 'Tickets' } },
  operations: [listSavedReplies],
  composerTools: ['SavedReplyPicker'],
};
