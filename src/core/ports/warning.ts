import type { TextKey } from '../texts/text.ts';

/** A value in the words of a warning. */
export type WarningValue =
  | string
  | number
  | null
  | { readonly moment: Date }
  | { readonly code: string }
  | { readonly strong: TextKey };

/** A warning above the dashboard, as data: the dashboard renders it. */
export interface Warning {
  readonly name: string;
  readonly tone: 'error' | 'info';
  /** Its first words, in bold. */
  readonly lead?: TextKey;
  /** Chooses the number of `lead`. */
  readonly count?: number;
  readonly words?: TextKey;
  readonly values?: Readonly<Record<string, WarningValue>>;
  /** A page of the admin UI. */
  readonly link?: { readonly path: `/${string}`; readonly label: TextKey };
}
