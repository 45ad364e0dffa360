import type { Payload } from 'payload';
import { jobPool } from '../../database/pool.ts';
import type { Job, JobOutcome } from '../../queue/queue.ts';
import { disabledError } from '../outbox.ts';
import type { StoredSecrets } from '../secrets.ts';
import type { WebhookTables } from '../tables.ts';
import type { DeliveryJob } from './queue.ts';

/** A delivery whose next try has begun. */
export interface ClaimedDelivery extends StoredSecrets {
  readonly id: string;
  readonly webhook: string;
  readonly job: string;
  /** Which try it is; what came of an earlier one is not written down any more. */
  readonly attempts: number;
  /** Tries of this round that failed before. */
  readonly failures: number;
  readonly message_id: string;
  readonly body: string;
  readonly url: string;
  /** The database's time. */
  readonly now: Date;
}

export type Claim =
  | { readonly kind: 'claimed'; readonly delivery: ClaimedDelivery }
  | { readonly kind: 'unclaimed'; readonly outcome: JobOutcome };

/**
 * Begins the next try of deliveries: those that are pending, due, and meant by this job. A job that was superseded, or
 * whose webhook is gone or disabled, is done; one that comes too early comes again.
 */
export const claimDeliveries = async (
  payload: Payload,
  tables: WebhookTables,
  jobs: readonly Job<DeliveryJob>[],
): Promise<Claim[]> => {
  const wanted = [jobs.map(({ data }) => data.delivery), jobs.map(({ id }) => id)];
  const { rows } = await jobPool(payload).query<ClaimedDelivery>(claimSql(tables), wanted);
  const claimed = new Map(rows.map((delivery) => [delivery.job, delivery]));
  const others = jobs.filter(({ id }) => !claimed.has(id));
  const outcomes = others.length > 0 ? await outcomesOf(payload, tables, others) : new Map();
  return jobs.map(({ id }) => {
    const delivery = claimed.get(id);
    return delivery
      ? { kind: 'claimed', delivery }
      : { kind: 'unclaimed', outcome: outcomes.get(id) ?? 'done' };
  });
};

const wantedSql = ({ id }: WebhookTables): string =>
  `(select delivery::${id} as delivery, job from unnest($1::text[], $2::text[]) as given(delivery, job)) as wanted`;

const claimSql = (tables: WebhookTables): string => `
  update ${tables.deliveries} d
  set attempts = d.attempts + 1, last_attempt_at = now(), next_attempt_at = null
  from ${wantedSql(tables)}, ${tables.webhooks} w
  where d.id = wanted.delivery and d.job = wanted.job and d.status = 'pending'
    and (d.next_attempt_at is null or d.next_attempt_at <= now())
    and w.id = d.webhook_id and w.status = 'enabled'
  returning d.id::text, w.id::text as webhook, d.job, d.attempts::int, d.failures::int, d.message_id, d.body,
    w.url, w.secret, w.former_secrets, now() as now`;

/** What becomes of jobs that could not begin a try, by id. */
const outcomesOf = async (
  payload: Payload,
  tables: WebhookTables,
  jobs: readonly Job<DeliveryJob>[],
): Promise<Map<string, JobOutcome>> => {
  const wanted = [jobs.map(({ data }) => data.delivery), jobs.map(({ id }) => id)];
  // An event that was published while its webhook was being disabled.
  await jobPool(payload).query(
    `update ${tables.deliveries} d
     set status = 'failed', error_class = 'disabled', error = $3, next_attempt_at = null
     from ${wantedSql(tables)}, ${tables.webhooks} w
     where d.id = wanted.delivery and d.job = wanted.job and d.status = 'pending'
       and w.id = d.webhook_id and w.status = 'disabled'`,
    [...wanted, disabledError],
  );
  const { rows } = await jobPool(payload).query<{ job: string; seconds: string }>(
    `select d.job, greatest(extract(epoch from d.next_attempt_at - now()), 0) as seconds
     from ${tables.deliveries} d, ${wantedSql(tables)}
     where d.id = wanted.delivery and d.job = wanted.job and d.status = 'pending'
       and d.next_attempt_at is not null`,
    wanted,
  );
  return new Map(rows.map(({ job, seconds }) => [job, { againAfterSeconds: Number(seconds) }]));
};

/** A delivery whose try was claimed, and found no turn. */
export interface UnbegunTry {
  readonly delivery: ClaimedDelivery;
  /** Until its job comes again. */
  readonly seconds: number;
}

/** Takes back claims of tries that did not begin. */
export const unclaimDeliveries = async (
  payload: Payload,
  { deliveries, id }: WebhookTables,
  unbegun: readonly UnbegunTry[],
): Promise<void> => {
  await jobPool(payload).query(
    `update ${deliveries} d
     set attempts = d.attempts - 1, next_attempt_at = now() + r.seconds * interval '1 second'
     from json_to_recordset($1::json) as r(id ${id}, job text, attempts int, seconds float8)
     where d.id = r.id and d.job = r.job and d.attempts = r.attempts and d.status = 'pending'`,
    [
      JSON.stringify(
        unbegun.map(({ delivery: { id, job, attempts }, seconds }) => ({ id, job, attempts, seconds })),
      ),
    ],
  );
};
