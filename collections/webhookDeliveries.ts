import type { CollectionConfig, CollectionSlug, DateField, Field } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { textLabel } from '../src/core/texts/labels.ts';
import { withBodies } from '../src/features/webhooks/deliveries/withBodies.ts';
import { webhookAccess } from '../src/features/webhooks/gates.ts';

/**
 * One row per event and webhook. Rows are written with the change that caused the event, and by the workers that
 * deliver it, so no API of the CMS creates, changes or deletes them.
 */
export const buildWebhookDeliveries = (portal: PortalContext): CollectionConfig => {
  const { options, gates } = portal;
  return {
    slug: options.slugs.webhookDeliveries,
    labels: {
      singular: textLabel('webhooks:deliveryCollection:singular'),
      plural: textLabel('webhooks:deliveryCollection:plural'),
    },
    admin: {
      group: false,
      description: textLabel('webhooks:deliveryCollection:description'),
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
              // A document has a single view, so it needs no tab.
              tab: { condition: () => false },
            },
          },
        },
      },
    },
    access: webhookAccess(portal),
    hooks: { afterOperation: [withBodies(portal)] },
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
    fields: [...stateFields(), ...subjectFields(portal), ...attemptFields(), ...exchangeFields()],
  };
};

/** The state of a delivery, and its moments. */
const stateFields = (): Field[] => [
  {
    name: 'status',
    type: 'select',
    label: textLabel('webhooks:deliveryCollection:status'),
    options: [
      { value: 'pending', label: textLabel('webhooks:deliveryCollection:pending') },
      { value: 'delivered', label: textLabel('webhooks:deliveryCollection:delivered') },
      { value: 'failed', label: textLabel('webhooks:deliveryCollection:failed') },
    ],
    required: true,
  },
  // The CMS has this label, in all of its languages.
  moment('createdAt', { label: ({ t }) => t('general:createdAt'), required: true, index: true }),
  moment('lastAttemptAt', { label: textLabel('webhooks:deliveryCollection:lastAttemptAt') }),
  moment('nextAttemptAt', { label: textLabel('webhooks:deliveryCollection:nextAttemptAt') }),
];

/** The event, and the webhook that it goes to. */
const subjectFields = ({ options }: PortalContext): Field[] => [
  {
    name: 'webhook',
    type: 'relationship',
    label: textLabel('webhooks:deliveryCollection:webhook'),
    relationTo: options.slugs.webhooks as CollectionSlug,
    required: true,
  },
  { name: 'event', type: 'text', label: textLabel('webhooks:deliveryCollection:event'), required: true },
  // The event's row in `support_portal.webhook_events`, which has the body.
  { name: 'eventId', type: 'number', index: true, hidden: true },
  {
    name: 'messageId',
    type: 'text',
    label: textLabel('webhooks:deliveryCollection:messageId'),
    required: true,
  },
];

/** The outcome of the attempts. */
const attemptFields = (): Field[] => [
  {
    name: 'attempts',
    type: 'number',
    label: textLabel('webhooks:deliveryCollection:attempts'),
    required: true,
    defaultValue: 0,
  },
  // Failed tries of the present round. A redelivery begins a new round.
  { name: 'failures', type: 'number', required: true, defaultValue: 0, hidden: true },
  {
    name: 'responseStatus',
    type: 'number',
    label: textLabel('webhooks:deliveryCollection:responseStatus'),
  },
  { name: 'errorClass', type: 'text', label: textLabel('webhooks:deliveryCollection:errorClass') },
  { name: 'error', type: 'text', label: textLabel('webhooks:deliveryCollection:error') },
];

/** The request and the response of the last attempt. */
const exchangeFields = (): Field[] => [
  // Empty in the table since 4.11. `withBodies` fills it in.
  { name: 'body', type: 'textarea', label: textLabel('webhooks:deliveryCollection:body') },
  {
    name: 'requestHeaders',
    type: 'json',
    label: textLabel('webhooks:deliveryCollection:requestHeaders'),
  },
  {
    name: 'responseHeaders',
    type: 'json',
    label: textLabel('webhooks:deliveryCollection:responseHeaders'),
  },
  {
    name: 'responseBody',
    type: 'textarea',
    label: textLabel('webhooks:deliveryCollection:responseBody'),
  },
];

const moment = (name: string, rest: Pick<DateField, 'label' | 'required' | 'index'>): DateField => ({
  name,
  type: 'date',
  ...rest,
  admin: { date: { pickerAppearance: 'dayAndTime' } },
});
