import type { CollectionBeforeDeleteHook, PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { endPendingSql } from '../deliveries/disable.ts';
import { disabledError } from '../deliveries/outbox.ts';
import type { Subscription } from '../events.ts';
import { webhookTables } from '../tables.ts';
import { type StoredWebhook, webhookColumns } from './findWebhook.ts';

/** A change inside the transaction of a request, which has locked the webhook. */
export interface WebhookChange {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly webhook: Pick<StoredWebhook, 'id' | 'status'>;
}

interface WantedWebhook {
  readonly url?: string | undefined;
  readonly events?: readonly Subscription[] | undefined;
  readonly status?: StoredWebhook['status'] | undefined;
}

/** Changes the given fields. Disabling a webhook ends its pending deliveries; enabling it resets its days of failing. */
export const changeWebhook = async (
  { req, portal, webhook }: WebhookChange,
  { url, events, status = webhook.status }: WantedWebhook,
): Promise<StoredWebhook> => {
  const tables = webhookTables(req.payload, portal);
  const isToggled = status !== webhook.status;
  const toggle = isToggled
    ? `, status = '${status}', failing_since = null, disabled_reason = ${status === 'disabled' ? "'owner'" : 'null'}`
    : '';
  const {
    rows: [changed],
  } = await runStatement<StoredWebhook>(
    req,
    `update ${tables.webhooks}
     set url = coalesce($2, url), events = coalesce($3::jsonb, events), updated_at = now() ${toggle}
     where id = $1 returning ${webhookColumns}`,
    [webhook.id, url ?? null, events ? JSON.stringify(events) : null],
  );
  if (!changed) throw new Error('The webhook to change was not found.');
  if (isToggled && status === 'disabled') {
    await runStatement(req, endPendingSql(tables, 'webhook_id = $2'), [disabledError, webhook.id]);
  }
  return changed;
};

/** Deletes a webhook with its deliveries. A try under way records nothing. */
export const deleteWebhook = async ({ req, portal, webhook }: WebhookChange): Promise<void> => {
  const { webhooks, deliveries } = webhookTables(req.payload, portal);
  await runStatement(req, `delete from ${deliveries} where webhook_id = $1`, [webhook.id]);
  await runStatement(req, `delete from ${webhooks} where id = $1`, [webhook.id]);
};

/**
 * Deletes all webhooks of an organization that is deleted: without an organization they would receive the events of
 * all.
 */
export const deleteWebhooksOf =
  (portal: PortalContext): CollectionBeforeDeleteHook =>
  async ({ id, req }) => {
    const organizations = tableOf(req.payload, portal.options.slugs.organizations);
    // Waits for a webhook that is being registered; one that comes later finds no organization.
    await runStatement(req, `select 1 from ${organizations} where id = $1 for update`, [id]);
    const { rows } = await runStatement<WebhookChange['webhook']>(
      req,
      `select id, status from ${webhookTables(req.payload, portal).webhooks}
       where organization_id = $1 order by id for update`,
      [id],
    );
    for (const webhook of rows) await deleteWebhook({ req, portal, webhook });
  };
