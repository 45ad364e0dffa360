import { createLocalReq, type Payload } from 'payload';
import { jobPool } from '../../../core/database/pool.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import { enqueueAll } from '../../../core/jobs/jobs.ts';
import type { WebhookTables } from '../tables.ts';
import { disabledError } from './outbox.ts';
import { daysOfFailing } from './schedule.ts';
import { type DisabledNotice, webhookNoticeQueue } from './tellOwner.ts';

/** The statement that ends the pending deliveries of disabled webhooks, chosen by a condition: `$1` is the error. */
export const endPendingSql = (
  { deliveries }: Pick<WebhookTables, 'deliveries'>,
  whichSql: string,
): string => `
  update ${deliveries}
  set status = 'failed', error_class = 'disabled', error = $1, next_attempt_at = null
  where status = 'pending' and ${whichSql}`;

/** A webhook, and the address that was tried. */
interface TriedAddress {
  readonly webhook: string;
  readonly url: string;
}

/** Disables webhooks whose receivers want no more, unless their address has changed meanwhile. */
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
  await disable(payload, tables, rows, 'gone');
};

/** Disables those of these webhooks that have only failed for days, by the database's clock. */
export const disableFailing = async (
  payload: Payload,
  tables: WebhookTables,
  failed: readonly TriedAddress[],
): Promise<void> => {
  if (failed.length === 0) return;
  const { rows } = await jobPool(payload).query<{ id: string }>(
    `select id::text from ${tables.webhooks} where id = any($1::${tables.id}[]) and status = 'enabled'
       and failing_since <= now() - interval '${daysOfFailing} days'`,
    [failed.map(({ webhook }) => webhook)],
  );
  await disable(payload, tables, rows, 'failing');
};

/** A job of the same transaction tells the owners, exactly once for each webhook. */
const disable = async (
  payload: Payload,
  tables: WebhookTables,
  webhooks: readonly { readonly id: string }[],
  reason: DisabledNotice['reason'],
): Promise<void> => {
  if (webhooks.length === 0) return;
  const req = await createLocalReq({}, payload);
  await inTransaction(req, async () => {
    const { rows } = await runStatement<{ id: string }>(
      req,
      `update ${tables.webhooks} set status = 'disabled', disabled_reason = $2, updated_at = now()
       where id = any($1::${tables.id}[]) and status = 'enabled' returning id::text`,
      [webhooks.map(({ id }) => id), reason],
    );
    const disabled = rows.map(({ id }) => id);
    if (disabled.length === 0) return;
    await runStatement(req, endPendingSql(tables, `webhook_id = any($2::${tables.id}[])`), [
      disabledError,
      disabled,
    ]);
    await enqueueAll(
      req,
      webhookNoticeQueue,
      disabled.map((webhook) => ({ data: { webhook, reason } })),
    );
  });
};
