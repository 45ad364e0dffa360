import type { Feature } from '../../core/feature.ts';
import { registerWorker } from '../../core/jobs/jobs.ts';
import type { CollectionOptions } from '../../core/options/collections.ts';
import { receiveMailEvents } from './operations/receiveMailEvents.ts';
import { deliveryOptions } from './options.ts';
import { eraseWaitingEvents, takeWaitingEvents, waitingEventsQueue } from './takeEvents.ts';
import { pruneTokens } from './usedTokens.ts';

// The parts that other features use.
export { takeEvents } from './takeEvents.ts';

declare module '../../core/options/collections.ts' {
  interface CollectionsOptions {
    mailDeliveries?: CollectionOptions;
  }
}

/** The tokens of providers’ requests, each of which counts once. */
const deliveryTables = `
  create table if not exists support_portal.used_tokens (
    token text primary key, body text not null, expires_at timestamptz not null)`;

/** Delivery: the state of mails after their hand-over, as providers and bounces report it. */
export const delivery: Feature = {
  name: 'delivery',
  tables: deliveryTables,
  collections: {
    mailDeliveries: { slug: 'mail-deliveries', takes: 'fields', isWrittenByPortal: true },
  },
  options: deliveryOptions,
  securitySchemes: {
    providerSignature: {
      type: 'apiKey',
      in: 'header',
      name: 'svix-signature',
      description:
        'The provider’s signature: of Resend in `svix-signature`, of SendGrid in `X-Twilio-Email-Event-Webhook-Signature`; those of Mailgun and Amazon SES stand in the body.',
    },
    providerPassword: {
      type: 'http',
      scheme: 'basic',
      description: 'For Postmark: the user name and the password of its webhook.',
    },
  },
  operations: [receiveMailEvents],
  start(payload, portal) {
    registerWorker(payload, waitingEventsQueue, (job) => takeWaitingEvents(payload, portal, job));
    return undefined;
  },
  dailyTasks: [{ failure: 'Used tokens of providers could not be pruned', run: pruneTokens }],
  erase: eraseWaitingEvents,
};
