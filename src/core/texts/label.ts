import { type TextKey, type TextValues, textsBy } from './text.ts';

/** A text of the plugin as the CMS takes one in a collection: as a label or a description, in the reader's language. */
export const textLabel =
  (key: TextKey, values?: TextValues) =>
  ({ t }: { readonly t: Parameters<typeof textsBy>[0] }): string =>
    textsBy(t)(key, values);
