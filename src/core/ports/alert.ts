import type { Payload } from 'payload';
import type { PortalContext } from '../context.ts';

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
