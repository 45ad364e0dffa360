import type { Payload } from 'payload';
import { postgresOf } from '../database/pool.ts';
import { tableOf } from '../database/table.ts';
import type { Slugs } from '../options/slugs.ts';
import { type DeliveryState, deliveryStates, type EventSource } from './vocabulary.ts';

/** An event of a mail, as it is stored. */
export interface MailDelivery {
  readonly id: string;
  readonly recipient: string;
  readonly state: DeliveryState;
  readonly isPermanent: boolean;
  readonly detail: string | null;
  readonly at: Date;
  readonly source: EventSource;
  /** Whether it says what became of the mail for its recipient. */
  readonly counts: boolean;
}

type DeliverySlugs = Pick<Slugs, 'mailDeliveries'>;

const columns =
  'id::text as id, recipient, state, coalesce(permanent, false) as "isPermanent", detail, at, source, coalesce(counts, false) as counts';

/** All that was told of a mail, in order of time. */
export const eventsOf = async (
  payload: Payload,
  { mailDeliveries }: DeliverySlugs,
  email: number | string,
): Promise<readonly MailDelivery[]> => {
  const { rows } = await postgresOf(payload).pool.query<MailDelivery>(
    `select ${columns} from ${tableOf(payload, mailDeliveries)} where email = $1 order by at, id limit 500`,
    [String(email)],
  );
  return rows;
};

/** What became of a mail; null if no one has told. */
export const worstOf = (events: readonly MailDelivery[]): DeliveryState | null =>
  deliveryStates.find((state) => events.some((event) => event.counts && event.state === state)) ?? null;

/** How the last mail to an address came back; null if it did not, or if no one has told. */
export const lastBounce = async (
  payload: Payload,
  { mailDeliveries }: DeliverySlugs,
  address: string,
): Promise<MailDelivery | null> => {
  const { rows } = await postgresOf(payload).pool.query<MailDelivery>(
    `select ${columns} from ${tableOf(payload, mailDeliveries)}
     where recipient = lower($1) and counts order by at desc limit 1`,
    [address],
  );
  const [last] = rows;
  return last && (last.state === 'bounced' || last.state === 'complained') ? last : null;
};
