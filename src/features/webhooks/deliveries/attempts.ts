import type { Payload } from 'payload';
import { jobPool } from '../../../core/database/pool.ts';
import { metricsOf } from '../../../core/metrics/metrics.ts';
import { isGone, type TryOutcome } from '../../../core/outgoing/outcome.ts';
import type { WebhookTables } from '../tables.ts';
import type { ClaimedDelivery } from './claims.ts';
import { disableFailing, disableGone } from './disable.ts';

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
