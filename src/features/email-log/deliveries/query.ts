import type { Payload } from 'payload';
import { idColumnType } from '../../../core/database/ids.ts';
import { postgresOf } from '../../../core/database/pool.ts';
import { tableOf } from '../../../core/database/table.ts';
import type { Slugs } from '../../../core/options/slugs.ts';
import { foldAddress, notationsOf } from '../../../core/shared/addresses/notations.ts';
import { countEmails, type LogSlugs, logTables } from '../reading/query.ts';
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
  /** True if it decides on the state of the mail for its recipient. */
  readonly counts: boolean;
}

type DeliverySlugs = Pick<Slugs, 'mailDeliveries'>;

const columns =
  'id::text as id, recipient, state, coalesce(permanent, false) as "isPermanent", detail, at, source, coalesce(counts, false) as counts';

/** All reports about a mail, in chronological order. */
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

/** The worst state of a mail's recipients; null if there is no report. */
export const worstOf = (events: readonly MailDelivery[]): DeliveryState | null =>
  deliveryStates.find((state) => events.some((event) => event.counts && event.state === state)) ?? null;

/** Hours within which a mail may bounce. An older mail without a report counts as delivered. */
const untilArrived = 1;

/** The bounce of the last mail to an address; null if it did not bounce, or if there is no report. */
export const lastBounce = async (
  payload: Payload,
  slugs: LogSlugs,
  address: string,
): Promise<MailDelivery | null> => {
  const { log, deliveries } = logTables(payload, slugs);
  const idType = idColumnType(payload, slugs.emailLog);
  const { rows } = await postgresOf(payload).pool.query<MailDelivery & { readonly sentAt: Date }>(
    `select ${columns}, sent_at as "sentAt" from ${deliveries} told
     join lateral (select created_at as sent_at from ${log} where id = told.email::${idType}) mail on true
     where recipient = any($1) and counts order by sent_at desc, at desc limit 1`,
    [notationsOf(foldAddress(address))],
  );
  const [last] = rows;
  if (!last || (last.state !== 'bounced' && last.state !== 'complained')) return null;
  const { sentAt, ...bounce } = last;
  const arrived = await countEmails(payload, slugs, {
    address,
    status: 'sent',
    delivery: 'unknown',
    from: sentAt,
    before: new Date(Date.now() - untilArrived * 60 * 60 * 1_000),
  });
  // The bounced mail has a report, so it is not among them.
  return arrived === 0 ? bounce : null;
};
