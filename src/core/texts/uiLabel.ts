import type { UIField } from 'payload';
import { textLabel } from './label.ts';
import type { TextKey } from './text.ts';

/** The label of a field of type `ui`. The CMS takes a function there as for other fields, which its type does not say. */
export const uiLabel = (key: TextKey): UIField['label'] => textLabel(key) as unknown as UIField['label'];
