import type { Payload } from 'payload';
import { jobPool } from '../../../core/database/pool.ts';
import { metricsOf } from '../../../core/metrics/metrics.ts';
import { isGone, type TryOutcome } from '../../../core/outgoing/outcome.ts';
import type { StoredSecrets } from '../secrets/secrets.ts';
import type { WebhookTables } from '../tables.ts';
import { disableFailing, disableGone, endPendingSql } from './disable.ts';
import { disabledError } from './outbox.ts';

/** The state in which an attempt left a delivery: a `pending` one is attempted again. */
type AttemptedStatus = 'pending' | 'delivered' | 'failed';

/** An attempt that has ended. */
export interface EndedAttempt {
  readonly delivery: ClaimedDelivery;
  /** Headers of the request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly outcome: TryOutcome;
  /** Delay in seconds; null if no other attempt follows. */
  readonly wait: number | null;
}

/**
 * Records the outcome of attempts, and disables webhooks that are gone or have failed for days.
 *
 * @returns for each attempt whether it was recorded: one whose delivery was claimed again or superseded is not
 */
export const recordAttempts = async (
  payload: Payload,
  tables: WebhookTables,
  attempts: readonly EndedAttempt[],
): Promise<boolean[]> => {
  const { rows: recorded } = await jobPool(payload).query<RecordedAttempt>(recordSql(tables), [
    JSON.stringify(attempts.map(rowOf)),
    JSON.stringify(Object.fromEntries(attempts.map(({ delivery, wait }) => [nameOf(delivery), wait]))),
  ]);
  await judge(payload, tables, recorded);
  for (const status of ['delivered', 'pending', 'failed'] as const) {
    const count = recorded.filter((row) => row.status === status).length;
    if (count > 0) metricsOf(payload).count('webhook_tries', { status }, count);
  }
  const names = new Set(recorded.map(nameOf));
  const isRecorded = ({ delivery }: EndedAttempt) => names.has(nameOf(delivery));
  const failed = attempts.filter((ended) => ended.outcome.kind === 'failed' && isRecorded(ended));
  const webhooksOf = (some: readonly EndedAttempt[]) => some.map(({ delivery }) => delivery);
  await disableGone(payload, tables, webhooksOf(failed.filter(({ outcome }) => isGone(outcome))));
  await disableFailing(payload, tables, webhooksOf(failed));
  return attempts.map(isRecorded);
};

interface RecordedAttempt extends Pick<ClaimedDelivery, 'id' | 'attempts' | 'webhook'> {
  readonly status: AttemptedStatus;
}

/** Name of an attempt; the statement builds the same. */
const nameOf = ({ id, attempts }: Pick<ClaimedDelivery, 'id' | 'attempts'>): string => `${id}/${attempts}`;

const statusOf = ({ outcome, wait }: EndedAttempt): AttemptedStatus => {
  if (outcome.kind === 'delivered') return 'delivered';
  return wait === null ? 'failed' : 'pending';
};

/** Values by the names of the columns. */
const rowOf = (ended: EndedAttempt) => {
  const { delivery, headers, outcome } = ended;
  const failure = outcome.kind === 'failed' ? outcome : null;
  return {
    id: delivery.id,
    attempts: delivery.attempts,
    status: statusOf(ended),
    failures: delivery.failures + (failure ? 1 : 0),
    response_status: outcome.status,
    error_class: failure?.errorClass ?? null,
    error: failure?.error ?? null,
    request_headers: headers,
    response_headers: outcome.answer?.headers ?? null,
    response_body: outcome.answer?.body ?? null,
  };
};

/** Waits count from now, by the database's clock. A success counts even if its webhook was disabled meanwhile. */
const recordSql = ({ deliveries }: WebhookTables): string => `
  update ${deliveries} d
  set status = r.status, failures = r.failures, response_status = r.response_status, error_class = r.error_class,
    error = r.error, request_headers = r.request_headers, response_headers = r.response_headers,
    response_body = r.response_body,
    next_attempt_at = now() + ($2::jsonb ->> (d.id || '/' || d.attempts))::float8 * interval '1 second'
  from jsonb_populate_recordset(null::${deliveries}, $1) as r
  where d.id = r.id and d.attempts = r.attempts and d.next_attempt_at is null
    and (d.status = 'pending' or (r.status = 'delivered' and d.error_class = 'disabled'))
  returning d.id::text, d.attempts::int, d.webhook_id::text as webhook, d.status`;

/**
 * Starts or ends the days of failing. Its own statement: a statement that locks a delivery and then its webhook would meet
 * a change of the webhook, which locks them in the other order.
 */
const judge = async (
  payload: Payload,
  { webhooks, id }: WebhookTables,
  recorded: readonly RecordedAttempt[],
): Promise<void> => {
  const succeeded = new Map<string, boolean>();
  for (const { webhook, status } of recorded)
    succeeded.set(webhook, succeeded.get(webhook) === true || status === 'delivered');
  if (succeeded.size === 0) return;
  await jobPool(payload).query(
    `with judged as (
       select w.id, j.succeeded from ${webhooks} w
       join unnest($1::${id}[], $2::boolean[]) as j(webhook, succeeded) on j.webhook = w.id
       where (w.failing_since is not null) = j.succeeded
       order by w.id for update of w
     )
     update ${webhooks} w set failing_since = case when succeeded then null else now() end
     from judged where w.id = judged.id`,
    [[...succeeded.keys()], [...succeeded.values()]],
  );
};

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
  /** Size of a long body in bytes; 0 for a short one. */
  readonly bytes: number;
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
  /** Bytes that are left for long bodies. The last one that begins within them may be larger. */
  readonly room: number;
}

/** Size in bytes up to which a body takes no room of the long ones. */
const longestShortBody = 64 * 1024;

/**
 * Begins the next try of deliveries that are due, those first that have been due for longest. A webhook that has all of its
 * places taken is left out, so that one whose receiver is slow or down delays no other. Long bodies share a room, so that many
 * fill no memory and delay only each other.
 *
 * While a try runs, its delivery is pending and has no next try. This time is its lease, see {@link takeUpDeliveries}.
 */
export const claimDeliveries = async (
  payload: Payload,
  { webhooks, deliveries, id }: WebhookTables,
  { all, ofOne, underWay, room }: Places,
): Promise<readonly ClaimedDelivery[]> => {
  const { rows } = await jobPool(payload).query<ClaimedDelivery>(
    `with due as materialized (
       select oldest.* from ${webhooks} w
       left join unnest($1::${id}[], $2::int[]) as busy(webhook, tries) on busy.webhook = w.id
       cross join lateral (
         select id, next_attempt_at, case when octet_length(body) > $5 then octet_length(body) else 0 end as bytes
         from ${deliveries}
         where webhook_id = w.id and status = 'pending' and next_attempt_at <= now()
           and ($6 > 0 or octet_length(body) <= $5)
         order by next_attempt_at
         limit greatest($3 - coalesce(busy.tries, 0), 0)
         for update skip locked
       ) as oldest
       where w.status = 'enabled'
       order by oldest.next_attempt_at limit $4
     ),
     fitting as (
       select id, bytes from (
         select id, bytes, sum(bytes) over (order by next_attempt_at, id) as taken from due
       ) as summed
       where bytes = 0 or taken - bytes < $6
     )
     update ${deliveries} d
     set attempts = d.attempts + 1, last_attempt_at = now(), next_attempt_at = null
     from fitting, ${webhooks} w
     where d.id = fitting.id and w.id = d.webhook_id
     returning d.id::text, w.id::text as webhook, d.attempts::int, d.failures::int, d.message_id, d.body, w.url,
       w.secret, w.former_secrets, fitting.bytes, now() as began`,
    [[...underWay.keys()], [...underWay.values()], ofOne, all, longestShortBody, room],
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
