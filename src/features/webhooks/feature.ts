import type { Feature } from '../../core/feature.ts';
import type { CollectionOptions } from '../../core/options/collections.ts';
import { webhookDisabled } from './alerts.ts';
import { registerWebhookWorkers } from './deliveries/deliver.ts';
import { deliverEvent } from './deliveries/outbox.ts';
import { pruneDeliveries, pruneEvents } from './deliveries/prune.ts';
import { recoverWebhook, redeliverWebhook, testWebhook } from './deliveries/redeliver.ts';
import { subscriptionsOf, testEvent, testEventSchema } from './events.ts';
import {
  createWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from './operations/changeWebhooks.ts';
import { getWebhookDelivery, listWebhookDeliveries } from './operations/deliveries.ts';
import { getWebhook, listWebhooks } from './operations/readWebhooks.ts';
import { mayUseWebhooks, webhookSchemas } from './operations/webhook.ts';
import { webhookOptions } from './options.ts';
import { disableOfClients } from './record/disableOfClients.ts';
import { deleteWebhooksOf } from './record/webhooks.ts';
import { reencryptWebhooks } from './secrets/secrets.ts';
import { eventTables } from './tables.ts';
import * as de from './texts/de.ts';
import * as en from './texts/en.ts';
import { webhookTools } from './tools.ts';

declare module '../../core/access/scopes.ts' {
  interface Scopes {
    'webhooks:read': true;
    'webhooks:write': true;
  }
}

declare module '../../core/options/collections.ts' {
  interface CollectionsOptions {
    webhooks?: CollectionOptions;
    webhookDeliveries?: CollectionOptions;
  }
}

declare module '../../core/texts/text.ts' {
  interface FeatureTexts {
    webhooks: typeof en;
  }
}

/** Webhooks: events that receivers get by HTTP, signed and durable. */
export const webhooks: Feature = {
  name: 'webhooks',
  tables: eventTables,
  scopes: { 'webhooks:read': mayUseWebhooks, 'webhooks:write': mayUseWebhooks },
  collections: {
    webhooks: {
      slug: 'webhooks',
      takes: 'fields',
      record: { type: 'webhook', word: 'webhooks:collection:singular' },
    },
    webhookDeliveries: { slug: 'webhook-deliveries', takes: 'fields', isWrittenByPortal: true },
  },
  peopleHooks: (portal) => ({
    organizations: { afterChange: [disableOfClients(portal)], beforeDelete: [deleteWebhooksOf(portal)] },
  }),
  options: webhookOptions,
  texts: { en: { ...en }, de: { ...de } },
  mailTypes: { webhook_disabled: 'webhooks:mailType' },
  tags: {
    webhooks: { name: 'Webhooks', description: 'Addresses that receive events, and the deliveries to them.' },
  },
  operations(features) {
    const schemas = webhookSchemas(subscriptionsOf(features));
    return [
      createWebhook(schemas),
      listWebhooks(schemas),
      getWebhook(schemas),
      updateWebhook(schemas),
      deleteWebhook,
      rotateWebhookSecret,
      testWebhook,
      listWebhookDeliveries,
      getWebhookDelivery,
      redeliverWebhook,
      recoverWebhook,
    ];
  },
  tools: webhookTools,
  unlistedEvents: { [testEvent]: testEventSchema },
  async receiveEvent(publication, event) {
    await deliverEvent(publication, event);
  },
  start: registerWebhookWorkers,
  dailyTasks: [
    {
      failure: 'Old deliveries of webhooks could not be pruned',
      async run(payload, portal) {
        await pruneDeliveries(payload, portal);
        await pruneEvents(payload, portal);
      },
    },
  ],
  reencrypt: reencryptWebhooks,
  counters: [
    {
      metric: 'webhook_tries',
      name: 'webhook_tries_total',
      help: 'Tries of webhook deliveries, by the status they left the delivery in (pending: it is tried again); of all processes.',
      labelNames: ['status'],
    },
  ],
  alerts: { webhook_disabled: webhookDisabled },
  widgets: [
    {
      slug: 'portal-webhooks',
      component: 'WebhooksWidget',
      label: 'dashboard:widget:webhooks',
      minWidth: 'small',
      width: { staff: 'medium', others: null },
    },
  ],
};
