import type { DeliveryState } from '../../email-log/feature.ts';

/** The report of a bounce about one recipient. */
export interface BouncedRecipient {
  /** The address that the mail was sent to, if it is named; null if the bounce names none. */
  readonly address: string | null;
  readonly state: DeliveryState;
  /** True if no server will retry; only for `bounced`. */
  readonly isPermanent: boolean;
  /** The words of the server, on one line. */
  readonly detail: string | null;
}

export interface Bounce {
  /** Possible ids of the mail that came back, the most likely first, without angle brackets. */
  readonly messageIds: readonly string[];
  readonly recipients: readonly BouncedRecipient[];
}

/** A mail has few recipients, and anyone can write a bounce: each of its recipients may wait a day for a mail. */
export const mostRecipients = 100;
