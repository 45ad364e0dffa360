import type { Payload } from 'payload';
import type { PortalContext } from '../context.ts';
import type { TextKey } from '../texts/text.ts';

/** A trouble that an alert reports. */
export interface Trouble {
  readonly count: number;
  readonly detail: string | null;
  /** The moment at which it began; null for now. */
  readonly since: Date | null;
  /** True if it began and ended between two polls. */
  readonly isOver?: boolean;
}

/** One poll of one kind of trouble. */
export interface AlertPoll {
  readonly payload: Payload;
  readonly portal: PortalContext;
  /** The last poll of this kind. */
  readonly after: Date;
  /** The moment since which this kind is in trouble; null if it is not. */
  readonly since: Date | null;
}

export interface AlertObserver {
  /** The trouble in a few English words, for Slack. */
  readonly title: string;
  /** @returns null if nothing is wrong */
  observe(poll: AlertPoll): Promise<Trouble | null>;
  /** The page of the admin UI that shows more, such as `/collections/webhooks`. */
  page(portal: PortalContext): string;
}

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

/** Work that waits for a reader, as a tile on top of the dashboard. The dashboard renders it. */
export interface WaitingWork {
  readonly label: TextKey;
  readonly count: number;
  /** A larger count is only said to be larger. Without it the count is exact. */
  readonly most?: number;
  /** The page of the admin UI that lists it. */
  readonly path: `/${string}`;
}
