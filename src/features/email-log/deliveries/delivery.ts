import { type DeliveryState, deliveryStates } from './vocabulary.ts';

/** The delivery of a mail, as far as its provider or a bounce has reported it. */
export interface Delivery {
  /** The worst of all recipients. */
  readonly state: DeliveryState;
  readonly recipients: readonly RecipientDelivery[];
}

export interface RecipientDelivery {
  readonly address: string;
  readonly state: DeliveryState;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The words of the recipient's server. */
  readonly detail: string | null;
}

/** The event that decides for a recipient, as PostgreSQL returns it. */
export interface ToldDelivery {
  /** The address in lower case. */
  readonly recipient: string;
  readonly state: DeliveryState;
  readonly at: string;
  readonly detail: string | null;
}

/**
 * The delivery of a mail; null if there is no report.
 *
 * @param to the recipients as the log has them, separated by `, `: the result has them in the same order and case
 */
export const deliveryOf = (to: string, told: readonly ToldDelivery[]): Delivery | null => {
  const states = new Set(told.map(({ state }) => state));
  const worst = deliveryStates.find((state) => states.has(state));
  if (worst === undefined) return null;
  const addresses = to.split(', ');
  const place = ({ recipient }: ToldDelivery) =>
    addresses.findIndex((address) => address.toLowerCase() === recipient);
  const recipients = told
    .toSorted((one, other) => place(one) - place(other))
    .map((one) => ({
      address: addresses[place(one)] ?? one.recipient,
      state: one.state,
      at: new Date(one.at).toISOString(),
      detail: one.detail,
    }));
  return { state: worst, recipients };
};
