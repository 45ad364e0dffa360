import { eventProviders } from '../../../core/shared/portal/mailProviders.ts';

/** The sources of delivery reports: a provider, or a bounce that came as mail. */
export const sources = [...eventProviders, 'mail'] as const;

export type EventSource = (typeof sources)[number];

/** The states of a mail for a recipient, the worst first. */
export const deliveryStates = ['complained', 'bounced', 'deferred', 'delivered'] as const;

export type DeliveryState = (typeof deliveryStates)[number];

/** The report of a provider, or of a bounce that came as mail, about a mail for one recipient. */
export interface MailEvent {
  /** The same event told again has the same id. The id has at most 255 characters. */
  readonly eventId: string;
  /** The names of the mail: the provider's own, and its `Message-ID` without angle brackets. At least one. */
  readonly messageIds: readonly string[];
  /** An address, in the case of the event. */
  readonly recipient: string;
  readonly state: DeliveryState;
  /** True if a bounce is final. It is false for every other state. */
  readonly isPermanent: boolean;
  /** The words of the recipient's server, 500 code points at most. */
  readonly detail: string | null;
  readonly at: Date;
}
