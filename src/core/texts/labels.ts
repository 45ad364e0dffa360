import type { PayloadRequest, UIField } from 'payload';
import { inWords, type Verdict } from './say.ts';
import { type TextKey, type TextValues, textsBy } from './text.ts';

/** A text of the plugin as the CMS takes one in a collection: as a label or a description, in the reader's language. */
export const textLabel =
  (key: TextKey, values?: TextValues) =>
  ({ t }: { readonly t: Parameters<typeof textsBy>[0] }): string =>
    textsBy(t)(key, values);

/** The label of a field of type `ui`. The CMS takes a function there as for other fields, which its type does not say. */
export const uiLabel = (key: TextKey): UIField['label'] => textLabel(key) as unknown as UIField['label'];

interface Validated {
  /** The whole document. */
  readonly data: unknown;
  readonly req: PayloadRequest;
}

/** A field's `validate` made from a check: the error is in the language of the request. */
export const saidBy =
  <Value>(check: (value: Value, options: Validated) => Verdict) =>
  (value: Value, options: Validated): true | string => {
    const verdict = check(value, options);
    return verdict === true || inWords(verdict, textsBy(options.req.t));
  };

/**
 * The headings of the admin UI's navigation. The CMS takes them by language, not by key. A collection without a heading
 * (`group: false`) is no entry of it: other pages lead to its records.
 */
export const groups = {
  support: { en: 'Support', de: 'Support' },
  people: { en: 'People', de: 'Personen' },
  settings: { en: 'Settings', de: 'Einstellungen' },
};
