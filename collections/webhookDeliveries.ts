import type { CollectionConfig, CollectionSlug, Field } from 'payload';
import type { PortalContext } from '../src/context.ts';

/**
 * One row per event and webhook. Rows are written with the change that caused the event, and by the workers that
 * deliver it, so no API of the CMS creates, changes or deletes them.
 */
export const buildWebhookDeliveries = (portal: PortalContext): CollectionConfig => {
  const { options, gates } = portal;
  return {
    slug: options.slugs.webhookDeliveries,
    labels: { singular: 'Delivery', plural: 'Deliveries' },
    admin: {
      group: 'Webhooks',
      description: 'What webhooks were sent, and what came back. Send a test from the page of a webhook.',
      useAsTitle: 'event',
      defaultColumns: ['status', 'event', 'webhook', 'attempts', 'responseStatus', 'errorClass', 'createdAt'],
      listSearchableFields: ['event', 'messageId'],
      enableListViewSelectAPI: true,
      hidden: gates.hiddenFromOutsiders,
      hideAPIURL: true,
      components: {
        views: {
          edit: {
            default: {
              Component: { path: 'payload-support-portal/rsc#DeliveryPage', serverProps: { portal } },
              // The one way to look at it needs no tab.
              tab: { condition: () => false },
            },
          },
        },
      },
    },
    access: gates.webhooks,
    graphQL: {
      singularName: 'WebhookDelivery',
      pluralName: 'WebhookDeliveries',
      disableMutations: true,
    },
    defaultSort: ['-createdAt', '-id'],
    disableDuplicate: true,
    lockDocuments: false,
    timestamps: false,
    // The second index is the queue's: workers claim due deliveries by it.
    indexes: [{ fields: ['webhook', 'createdAt'] }, { fields: ['webhook', 'status', 'nextAttemptAt'] }],
    fields: [
      { name: 'status', type: 'select', options: ['pending', 'delivered', 'failed'], required: true },
      moment('createdAt', { required: true, index: true }),
      moment('lastAttemptAt'),
      moment('nextAttemptAt'),
      {
        name: 'webhook',
        type: 'relationship',
        relationTo: options.slugs.webhooks as CollectionSlug,
        required: true,
      },
      { name: 'event', type: 'text', required: true },
      { name: 'messageId', type: 'text', label: 'webhook-id', required: true },
      { name: 'attempts', type: 'number', required: true, defaultValue: 0 },
      // Failed tries of the present round. A redelivery begins a new round.
      { name: 'failures', type: 'number', required: true, defaultValue: 0, hidden: true },
      { name: 'responseStatus', type: 'number' },
      { name: 'errorClass', type: 'text' },
      { name: 'error', type: 'text' },
      { name: 'body', type: 'textarea', required: true },
      { name: 'requestHeaders', type: 'json' },
      { name: 'responseHeaders', type: 'json' },
      { name: 'responseBody', type: 'textarea' },
    ],
  };
};

const moment = (name: string, { required = false, index = false } = {}): Field => ({
  name,
  type: 'date',
  required,
  index,
  admin: { date: { pickerAppearance: 'dayAndTime' } },
});
