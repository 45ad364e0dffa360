import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { runStatement } from '../../core/database/statement.ts';
import { tableOf } from '../../core/database/table.ts';
import { afterCommit } from '../../core/database/transaction.ts';
import { workOf } from '../../core/jobs/work.ts';
import type { RecordId } from '../../core/shared/ids.ts';
import { endPendingSql } from './deliveries/disable.ts';
import type { Subscription } from './events.ts';
import { type StoredWebhook, webhookColumns } from './findWebhook.ts';
import { disabledError } from './outbox.ts';
import { retire, type StoredSecrets, sealSecret } from './secrets.ts';
import { makeSecret } from './signature.ts';
import { deliveryQueue, webhookTables } from './tables.ts';

/** A change inside the transaction of a request, which has locked the webhook. */
interface Change {
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
  { req, portal, webhook }: Change,
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
    await runStatement(req, endPendingSql(tables), [[webhook.id], disabledError]);
  }
  return changed;
};

/** Deletes a webhook with its deliveries. A try under way records nothing. */
export const deleteWebhook = async ({ req, portal, webhook }: Change): Promise<void> => {
  const { webhooks, deliveries } = webhookTables(req.payload, portal);
  await runStatement(req, `delete from ${deliveries} where webhook_id = $1`, [webhook.id]);
  await runStatement(req, `delete from ${webhooks} where id = $1`, [webhook.id]);
};

interface OrganizationEnd {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly organization: RecordId;
}

/**
 * Deletes all webhooks of an organization that is deleted: without an organization they would receive the events of
 * all.
 */
export const deleteWebhooksOf = async ({ req, portal, organization }: OrganizationEnd): Promise<void> => {
  const organizations = tableOf(req.payload, portal.options.slugs.organizations);
  // Waits for a webhook that is being registered; one that comes later finds no organization.
  await runStatement(req, `select 1 from ${organizations} where id = $1 for update`, [organization]);
  const { rows } = await runStatement<Change['webhook']>(
    req,
    `select id, status from ${webhookTables(req.payload, portal).webhooks}
     where organization_id = $1 order by id for update`,
    [organization],
  );
  for (const webhook of rows) await deleteWebhook({ req, portal, webhook });
};

/** @returns the new secret, which is shown this once */
export const rotateSecret = async ({ req, portal, webhook }: Change): Promise<string> => {
  const { webhooks } = webhookTables(req.payload, portal);
  const {
    rows: [stored],
  } = await runStatement<StoredSecrets & { now: Date | string }>(
    req,
    `select secret, former_secrets, now() as now from ${webhooks} where id = $1`,
    [webhook.id],
  );
  if (!stored) throw new Error('The webhook whose secret is to be replaced was not found.');
  const secret = makeSecret();
  await runStatement(req, `update ${webhooks} set secret = $2, former_secrets = $3::jsonb where id = $1`, [
    webhook.id,
    sealSecret(secret, req.payload.config.secret),
    JSON.stringify(retire(stored, new Date(stored.now))),
  ]);
  return secret;
};

/** Inside the transaction of a request, which has locked the webhook. */
interface Redelivery {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly webhook: RecordId;
}

/** Sends a delivery again at once, as a new round of tries. It supersedes a pending retry and a try under way. */
export const redeliver = (redelivery: Redelivery, delivery: RecordId): Promise<number> =>
  beginAnew(redelivery, 'id = $2', [delivery]);

/**
 * Sends all failed deliveries again that were created at a moment or later.
 *
 * @returns their number
 */
export const recover = (redelivery: Redelivery, since: Date): Promise<number> =>
  beginAnew(redelivery, `status = 'failed' and created_at >= $2`, [since.toISOString()]);

const beginAnew = async (
  { req, portal, webhook }: Redelivery,
  which: string,
  values: readonly unknown[],
): Promise<number> => {
  const { deliveries } = webhookTables(req.payload, portal);
  const { rowCount } = await runStatement(
    req,
    `update ${deliveries} set status = 'pending', failures = 0, next_attempt_at = now()
     where webhook_id = $1 and ${which}`,
    [webhook, ...values],
  );
  await afterCommit(req, () => workOf(req.payload).wake(deliveryQueue));
  return rowCount ?? 0;
};
