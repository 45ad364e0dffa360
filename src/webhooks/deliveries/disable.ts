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

/** Disables webhooks whose receivers want no more. */
export const disableGone = (
  payload: Payload,
  tables: WebhookTables,
  webhooks: readonly string[],
): Promise<void> => disable(payload, tables, webhooks, 'gone');

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
  await disable(
    payload,
    tables,
    rows.map(({ id }) => id),
    'failing',
  );
};

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
    const disabled = (rows as { id: string }[]).map(({ id }) => id);
    if (disabled.length === 0) return;
    await executor.executeSql(endPendingSql(tables), [disabled, disabledError]);
    const notices = disabled.map((webhook) => ({ data: { webhook, reason } }));
    await engine.insert(noticeQueue, notices, executor);
  });
  wake(noticeQueue.name);
};
