import type { Payload } from 'payload';
import { jobPool } from '../../database/pool.ts';
import { metricsOf, type TriedStatus } from '../../metrics/metrics.ts';
import { removeJobsSql } from '../../queue/removeJobs.ts';
import { isGone, type ReceivedAnswer, type TryOutcome } from '../outcome.ts';
import { waitAfter } from '../schedule.ts';
import type { WebhookTables } from '../tables.ts';
import type { ClaimedDelivery } from './claim.ts';
import { disableFailing, disableGone } from './disable.ts';
import { deliveryQueue } from './queue.ts';

/** A try that has ended. */
export interface EndedTry {
  readonly delivery: ClaimedDelivery;
  readonly began: Date;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly outcome: TryOutcome;
  /** In seconds; null where no other try follows. */
  readonly wait: number | null;
}

/** How long a delivery waits for its next try; null where there is none. */
export const waitOf = (outcome: TryOutcome, failedBefore: number, random: number): number | null =>
  outcome.kind === 'delivered' || isGone(outcome)
    ? null
    : waitAfter({ failures: failedBefore + 1, retryAfter: outcome.retryAfter, random });

/**
 * Writes down what came of tries, takes the jobs away that are over with it, and disables webhooks that are gone or have
 * failed for days.
 *
 * @returns of each try whether it was written: a delivery that somebody else has in hand, with its job, is left to them
 */
export const recordTries = async (
  payload: Payload,
  tables: WebhookTables,
  tries: readonly EndedTry[],
): Promise<boolean[]> => {
  const of = (status: TriedStatus) => tries.filter((ended) => statusOf(ended) === status);
  const delivered = await write(payload, tables, 'delivered', of('delivered'));
  const failed = [
    ...(await write(payload, tables, 'pending', of('pending'))),
    ...(await write(payload, tables, 'failed', of('failed'))),
  ];
  const failedNow = failed.map(({ webhook }) => webhook);
  const gone = tries.filter(({ outcome }) => isGone(outcome)).map(({ delivery }) => delivery);
  await disableGone(
    payload,
    tables,
    gone.filter(({ webhook }) => failedNow.includes(webhook)),
  );
  await disableFailing(payload, tables, failedNow);
  const written = new Set([...delivered, ...failed].map(nameOf));
  return tries.map(({ delivery }) => written.has(nameOf(delivery)));
};

/** A try that was written. */
interface WrittenTry extends Pick<ClaimedDelivery, 'id' | 'attempts' | 'webhook'> {}

const nameOf = ({ id, attempts }: Pick<ClaimedDelivery, 'id' | 'attempts'>): string => `${id}/${attempts}`;

const statusOf = ({ outcome, wait }: EndedTry): TriedStatus => {
  if (outcome.kind === 'delivered') return 'delivered';
  return wait === null ? 'failed' : 'pending';
};

const write = async (
  payload: Payload,
  tables: WebhookTables,
  status: TriedStatus,
  tries: readonly EndedTry[],
): Promise<WrittenTry[]> => {
  if (tries.length === 0) return [];
  const { rows } = await jobPool(payload).query<WrittenTry>(writeSql(tables, status), [
    JSON.stringify(tries.map(rowOf)),
  ]);
  if (rows.length > 0) metricsOf(payload).countTries(status, rows.length);
  return rows;
};

const rowOf = ({ delivery, began, requestHeaders, outcome, wait }: EndedTry) => ({
  id: delivery.id,
  job: delivery.job,
  attempts: delivery.attempts,
  began: began.toISOString(),
  failures: delivery.failures + (outcome.kind === 'failed' ? 1 : 0),
  wait,
  response_status: outcome.status,
  error_class: outcome.kind === 'failed' ? outcome.errorClass : null,
  error: outcome.kind === 'failed' ? outcome.error : null,
  request_headers: requestHeaders,
  ...answerOf(outcome.answer),
});

const answerOf = (answer: ReceivedAnswer | null) => ({
  response_headers: answer?.headers ?? null,
  response_body: answer?.body ?? null,
});

/** A success that came while its webhook was being disabled is one all the same. */
const isStillOurs = (status: TriedStatus): string =>
  status === 'delivered' ? `(d.status = 'pending' or d.error_class = 'disabled')` : `d.status = 'pending'`;

const failingSince = (status: TriedStatus): string => (status === 'delivered' ? 'null' : 'now()');

/**
 * The jobs of what was written, and those that have no sense any more. One that somebody took up when its lease was over
 * is theirs: without it, a crash of theirs would be the end of the delivery.
 */
const overSql = (deliveries: string): string => `
  select job::uuid from r where (wait is null and id in (select id from written)) or not exists (
    select 1 from ${deliveries} d where d.id = r.id and d.job = r.job and d.status = 'pending')`;

const writeSql = ({ webhooks, deliveries, id }: WebhookTables, status: TriedStatus): string => `
  with r as (
    select * from json_to_recordset($1::json) as r(
      id ${id}, job text, attempts int, began timestamptz, failures int, wait float8, response_status int,
      error_class text, error text, request_headers jsonb, response_headers jsonb, response_body text)
  ), written as (
    update ${deliveries} d
    set status = '${status}', last_attempt_at = r.began, failures = r.failures, response_status = r.response_status,
      error_class = r.error_class, error = r.error, request_headers = r.request_headers,
      response_headers = r.response_headers, response_body = r.response_body,
      next_attempt_at = now() + r.wait * interval '1 second'
    from r
    where d.id = r.id and d.job = r.job and d.attempts = r.attempts and ${isStillOurs(status)}
    returning d.id, d.attempts, d.webhook_id
  ), settled as (
    ${removeJobsSql(deliveryQueue, overSql(deliveries))}
  ), judged as (
    update ${webhooks} w set failing_since = ${failingSince(status)}
    where w.id in (select webhook_id from written)
      and failing_since is ${status === 'delivered' ? 'not null' : 'null'}
  )
  select id::text, attempts::int, webhook_id::text as webhook from written`;
