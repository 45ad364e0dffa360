import type { CollectionSlug, Payload } from 'payload';
import type { PortalContext } from '../../context.ts';
import type { JobHandler } from '../../queue/queue.ts';
import type { DisabledNotice } from './queue.ts';

const reasons = {
  gone: 'its receiver answered 410, which means that it wants no more events',
  failing: 'no delivery has succeeded for five days',
} as const;

/** Mails the owner of a webhook that it was disabled. One that fails is told by the email log. */
export const buildTellOwner =
  (payload: Payload, { options: { slugs } }: PortalContext): JobHandler<DisabledNotice> =>
  async ({ data: { webhook: id, reason } }) => {
    // A job acts for the portal itself; the mail goes to the owner alone.
    const webhook = await payload.findByID({
      collection: slugs.webhooks as CollectionSlug,
      id,
      depth: 1,
      disableErrors: true,
      overrideAccess: true,
    });
    const { owner, url } = (webhook ?? {}) as unknown as { owner?: unknown; url?: string };
    const to = emailOf(owner);
    if (!to) return 'done';
    await payload
      .sendEmail({
        to,
        subject: 'A webhook was disabled',
        text: [
          `The webhook to ${url} was disabled: ${reasons[reason]}.`,
          'Until it is enabled again nothing is sent to it. New events are kept for 30 days, and can be sent again by recover.',
        ].join('\n\n'),
        portal: { type: 'webhook_disabled', relatedTo: { type: 'webhook', id } },
      })
      .catch(() => {});
    return 'done';
  };

const emailOf = (user: unknown): string | null =>
  typeof user === 'object' && user !== null && 'email' in user ? String(user.email) : null;
