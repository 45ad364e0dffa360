import { type DeliveryState, deliveryStates } from './vocabulary.ts';

/** What became of a mail, as far as its provider, or a bounce, has told. */
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

/** The event that counts for a recipient, as PostgreSQL answers it. */
export interface ToldDelivery {
  /** In small letters. */
  readonly recipient: string;
  readonly state: DeliveryState;
  readonly at: string;
  readonly detail: string | null;
}

/**
 * What became of a mail; null if no one has told.
 *
 * @param to the recipients as the log has them, with `, ` between: their order and their case are those of the result
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
