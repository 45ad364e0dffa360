import type { Payload } from 'payload';
import { jobPool } from '../../database/pool.ts';
import { inPoolTransaction } from '../../queue/executor.ts';
import { jobsOf } from '../../queue/jobs.ts';
import { disabledError } from '../outbox.ts';
import { daysOfFailing } from '../schedule.ts';
import type { WebhookTables } from '../tables.ts';
import { type DisabledNotice, noticeQueue } from './queue.ts';

type Reason = DisabledNotice['reason'];

/** The statement that ends what is pending of a disabled webhook: `$1` its ids, `$2` the error. */
export const endPendingSql = ({ deliveries, id }: WebhookTables): string => `
  update ${deliveries}
  set status = 'failed', error_class = 'disabled', error = $2, next_attempt_at = null
  where webhook_id = any($1::${id}[]) and status = 'pending'`;

/** A webhook, and the address that was tried. */
interface TriedAddress {
  readonly webhook: string;
  readonly url: string;
}

/** Disables webhooks whose receivers want no more, but for those that have got another address meanwhile. */
export const disableGone = async (
  payload: Payload,
  tables: WebhookTables,
  gone: readonly TriedAddress[],
): Promise<void> => {
  if (gone.length === 0) return;
  const { rows } = await jobPool(payload).query<{ id: string }>(
    `select w.id::text from ${tables.webhooks} w
     join unnest($1::${tables.id}[], $2::text[]) as gone(webhook, url) on w.id = gone.webhook and w.url = gone.url`,
    [gone.map(({ webhook }) => webhook), gone.map(({ url }) => url)],
  );
  await disable(payload, tables, idsOf(rows), 'gone');
};

/** Disables those of these webhooks that have done nothing but fail for days, by the database's clock. */
export const disableFailing = async (
  payload: Payload,
  tables: WebhookTables,
  webhooks: readonly string[],
): Promise<void> => {
  if (webhooks.length === 0) return;
  const { rows } = await jobPool(payload).query<{ id: string }>(
    `select id::text from ${tables.webhooks} where id = any($1::${tables.id}[]) and status = 'enabled'
       and failing_since <= now() - interval '${daysOfFailing} days'`,
    [[...new Set(webhooks)]],
  );
  await disable(payload, tables, idsOf(rows), 'failing');
};

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

/** Owners hear of it by a job that is part of the same transaction: once for each webhook, and surely. */
const disable = async (
  payload: Payload,
  tables: WebhookTables,
  webhooks: readonly string[],
  reason: Reason,
): Promise<void> => {
  if (webhooks.length === 0) return;
  const { engine, wake } = jobsOf(payload);
  await engine.prepare(noticeQueue);
  await inPoolTransaction(jobPool(payload), async (executor) => {
    const { rows } = await executor.executeSql(
      `update ${tables.webhooks} set status = 'disabled', disabled_reason = $2, updated_at = now()
       where id = any($1::${tables.id}[]) and status = 'enabled' returning id::text`,
      [[...new Set(webhooks)], reason],
    );
    const disabled = idsOf(rows as { id: string }[]);
    if (disabled.length === 0) return;
    await executor.executeSql(endPendingSql(tables), [disabled, disabledError]);
    const notices = disabled.map((webhook) => ({ data: { webhook, reason } }));
    await engine.insert(noticeQueue, notices, executor);
  });
  wake(noticeQueue.name);
};
