import { type CollectionSlug, createLocalReq, type Payload } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { jobPool } from '../../../core/database/pool.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import { enqueueAll, type JobHandler, type Queue } from '../../../core/jobs/jobs.ts';
import { appTexts } from '../../../core/texts/appTexts.ts';
import { sendTextParts } from '../../mail/feature.ts';
import { notificationAddress } from '../../settings/feature.ts';
import { findWebhookOwner, type OwnedWebhook } from '../record/findWebhook.ts';
import type { WebhookTables } from '../tables.ts';
import { disabledError } from './outbox.ts';
import { daysOfFailing } from './schedule.ts';

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

interface DisabledNotice {
  webhook: string;
  reason: 'gone' | 'failing';
}

/** The lease is as long as that of the notices of tickets (`src/features/tickets/notices/notices.ts`). */
export const webhookNoticeQueue: Queue<DisabledNotice> = { name: 'webhook-notices', leaseSeconds: 50 };

/**
 * Mails the owner of a webhook that it was disabled, or the portal's notification address if the owner may no longer
 * see the webhook. The email log shows a mail that fails.
 */
export const buildTellOwner =
  (payload: Payload, portal: PortalContext): JobHandler<DisabledNotice> =>
  async (job) => {
    const { webhook: id, reason } = job.data;
    // A job acts for the portal itself. The recipient is decided below.
    const webhook = await payload.findByID({
      collection: portal.options.slugs.webhooks as CollectionSlug,
      id,
      depth: 0,
      disableErrors: true,
      overrideAccess: true,
    });
    if (!webhook) return;
    const { url, ...owned } = webhook as unknown as OwnedWebhook & { readonly url: string };
    const owner = await findWebhookOwner(payload, portal, owned);
    const to = owner?.mayStillSee ? owner.email : await notificationAddress(payload);
    if (to === null) return;
    const t = await appTexts(payload);
    await sendTextParts(
      payload,
      {
        to,
        type: 'webhook_disabled',
        subject: t('mails:disabledWebhook:subject'),
        paragraphs: [
          t(`mails:disabledWebhook:${reason}`, { url, days: daysOfFailing }),
          t('mails:disabledWebhook:until'),
        ],
      },
      { relatedTo: { type: 'webhook', id }, user: null, job },
    );
  };
