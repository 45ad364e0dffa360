import type { CollectionSlug, Payload } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import type { JobHandler, Queue } from '../../../core/jobs/jobs.ts';
import { appTexts } from '../../../core/texts/appTexts.ts';
import { sendTextParts } from '../../mail/feature.ts';
import { notificationAddress } from '../../settings/feature.ts';
import { findWebhookOwner, type OwnedWebhook } from '../record/findWebhook.ts';
import { daysOfFailing } from './schedule.ts';

export interface DisabledNotice {
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
