import type { Payload } from 'payload';
import { jobPool } from '../../../core/database/pool.ts';
import type { StoredSecrets } from '../secrets/secrets.ts';
import type { WebhookTables } from '../tables.ts';
import { endPendingSql } from './disable.ts';
import { disabledError } from './outbox.ts';

/** A delivery whose next try has begun. */
export interface ClaimedDelivery extends StoredSecrets {
  readonly id: string;
  readonly webhook: string;
  /** The number of this try. The outcome of an earlier one is no longer recorded. */
  readonly attempts: number;
  /** Attempts of this round that failed before. */
  readonly failures: number;
  readonly message_id: string;
  readonly body: string;
  readonly url: string;
  /** Start of the attempt, by the database's clock. */
  readonly began: Date;
}

/** Numbers of attempts that may start. */
interface Places {
  readonly all: number;
  /** The most tries of one webhook at once. */
  readonly ofOne: number;
  /** Attempts that this process has under way, by webhook. */
  readonly underWay: ReadonlyMap<string, number>;
}

/**
 * Begins the next try of deliveries that are due, those first that have been due for longest. A webhook that has all of its
 * places taken is left out, so that one whose receiver is slow or down delays no other.
 *
 * While a try runs, its delivery is pending and has no next try. This time is its lease, see {@link takeUpDeliveries}.
 */
export const claimDeliveries = async (
  payload: Payload,
  { webhooks, deliveries, id }: WebhookTables,
  { all, ofOne, underWay }: Places,
): Promise<readonly ClaimedDelivery[]> => {
  const { rows } = await jobPool(payload).query<ClaimedDelivery>(
    `with due as materialized (
       select oldest.id from ${webhooks} w
       left join unnest($1::${id}[], $2::int[]) as busy(webhook, tries) on busy.webhook = w.id
       cross join lateral (
         select id, next_attempt_at from ${deliveries}
         where webhook_id = w.id and status = 'pending' and next_attempt_at <= now()
         order by next_attempt_at
         limit greatest($3 - coalesce(busy.tries, 0), 0)
         for update skip locked
       ) as oldest
       where w.status = 'enabled'
       order by oldest.next_attempt_at limit $4
     )
     update ${deliveries} d
     set attempts = d.attempts + 1, last_attempt_at = now(), next_attempt_at = null
     from due, ${webhooks} w
     where d.id = due.id and w.id = d.webhook_id
     returning d.id::text, w.id::text as webhook, d.attempts::int, d.failures::int, d.message_id, d.body, w.url,
       w.secret, w.former_secrets, now() as began`,
    [[...underWay.keys()], [...underWay.values()], ofOne, all],
  );
  return rows;
};

/** Duration in seconds: an attempt takes fifteen at most, and then has eight to record its outcome. */
const lease = 30;

/**
 * Makes deliveries due again whose process died while it tried them, and ends those that were published while their
 * webhook was being disabled.
 */
export const takeUpDeliveries = async (
  payload: Payload,
  { webhooks, deliveries }: WebhookTables,
): Promise<void> => {
  await jobPool(payload).query(
    `update ${deliveries} d set next_attempt_at = now()
     from ${webhooks} w
     where d.webhook_id = w.id and d.status = 'pending' and d.next_attempt_at is null
       and d.last_attempt_at <= now() - interval '${lease} seconds'`,
  );
  await jobPool(payload).query(
    endPendingSql({ deliveries }, `webhook_id in (select id from ${webhooks} where status = 'disabled')`),
    [disabledError],
  );
};

/** Makes deliveries due again that a process will not try, or not to the end, because it stops. */
export const giveBackDeliveries = async (
  payload: Payload,
  { deliveries, id }: WebhookTables,
  claimed: readonly ClaimedDelivery[],
): Promise<void> => {
  await jobPool(payload).query(
    `update ${deliveries} d set next_attempt_at = now()
     from unnest($1::${id}[], $2::int[]) as given(id, attempts)
     where d.id = given.id and d.attempts = given.attempts and d.status = 'pending' and d.next_attempt_at is null`,
    [claimed.map(({ id }) => id), claimed.map(({ attempts }) => attempts)],
  );
};
