import type { CollectionBeforeDeleteHook, CollectionSlug, PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { findDestination } from '../../../core/outgoing/guard/destination.ts';
import { ApiError, validationFailed } from '../../../core/shared/errors/errors.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import { endPendingSql } from '../deliveries/disable.ts';
import { disabledError } from '../deliveries/outbox.ts';
import type { Subscription } from '../events.ts';
import { overlapHours } from '../secrets/overlap.ts';
import { makeSecret, retire, type StoredSecrets, sealSecret } from '../secrets/secrets.ts';
import { webhookTables } from '../tables.ts';
import { type StoredWebhook, webhookColumns } from './findWebhook.ts';

interface NewWebhook {
  readonly url: string;
  readonly events: readonly Subscription[];
  /** Null sees all. */
  readonly organization: RecordId | null;
  /** Gets a mail when it is disabled. */
  readonly owner: RecordId;
}

interface Registration {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
}

/** @returns the id, and the secret, which is never shown again */
export const registerWebhook = async (
  { req, portal }: Registration,
  { url, events, organization, owner }: NewWebhook,
): Promise<{ id: RecordId; secret: string }> => {
  const secret = makeSecret();
  const { id } = await req.payload.create({
    collection: portal.options.slugs.webhooks as CollectionSlug,
    data: {
      url,
      events,
      status: 'enabled',
      organization,
      spans: organization === null,
      owner,
      secret: sealSecret(secret, req.payload.config.secret),
    },
    depth: 0,
    // The operation's gate let the caller in; the collection itself accepts no writes from users.
    overrideAccess: true,
    req,
  });
  return { id, secret };
};

/** Each former secret signs each try, in a header that receivers have to take. */
const mostFormer = 10;

/** Each event of an organization is a row and a request for each of its webhooks. */
const mostOfClients = 20;

/**
 * Checks that a client may register one more webhook. It locks the organization, so that none is registered meanwhile.
 *
 * @throws {ApiError} `validation_failed`
 */
export const assertRoom = async ({ req, portal }: Registration, organization: RecordId): Promise<void> => {
  const { payload } = req;
  const organizations = tableOf(payload, portal.options.slugs.organizations);
  await runStatement(req, `select 1 from ${organizations} where id = $1 for no key update`, [organization]);
  const { webhooks } = webhookTables(payload, portal);
  const { rows } = await runStatement<{ count: number }>(
    req,
    `select count(*)::int as count from ${webhooks} where organization_id = $1`,
    [organization],
  );
  if ((rows[0]?.count ?? 0) >= mostOfClients)
    throw validationFailed([{ path: '', message: say('errors:tooManyWebhooks', { most: mostOfClients }) }]);
};

/**
 * Checks a webhook's URL by the guard of every delivery. A name that does not resolve yet is fine.
 *
 * @throws {ApiError} `validation_failed`
 */
export const assertDestination = async (url: string, { options }: PortalContext): Promise<void> => {
  const { allowedNetworks } = options.webhooks;
  const found = await findDestination(url, { allowedNetworks });
  if (found.kind === 'blocked') throw validationFailed([{ path: 'url', message: found.message }]);
};

/** A change inside the transaction of a request, which has locked the webhook. */
interface WebhookChange {
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

/**
 * Replaces the secret of a webhook. The former one signs beside it for a while.
 *
 * @throws {ApiError} `conflict` if many that were replaced still sign
 * @returns the new secret, which is shown this once
 */
export const rotateSecret = async ({ req, portal, webhook }: WebhookChange): Promise<string> => {
  const { webhooks } = webhookTables(req.payload, portal);
  const {
    rows: [stored],
  } = await runStatement<StoredSecrets & { now: Date | string }>(
    req,
    `select secret, former_secrets, now() as now from ${webhooks} where id = $1`,
    [webhook.id],
  );
  if (!stored) throw new Error('The webhook whose secret is to be replaced was not found.');
  const former = retire(stored, new Date(stored.now));
  if (former.length > mostFormer)
    throw new ApiError(
      'conflict',
      say('errors:webhook:manySecrets', { most: mostFormer, hours: overlapHours }),
    );
  const secret = makeSecret();
  await runStatement(req, `update ${webhooks} set secret = $2, former_secrets = $3::jsonb where id = $1`, [
    webhook.id,
    sealSecret(secret, req.payload.config.secret),
    JSON.stringify(former),
  ]);
  return secret;
};
