import type { CollectionConfig, CollectionSlug, Field } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { groups, textLabel, uiLabel } from '../src/core/texts/labels.ts';
import { pageComponent } from '../src/core/ui/pageComponent.ts';
import { daysOfFailing } from '../src/features/webhooks/deliveries/schedule.ts';
import { webhookAccess } from '../src/features/webhooks/gates.ts';

/**
 * The receivers of events. Webhooks are created and changed by `/v1/webhooks` only, which checks their addresses, so
 * no API of the CMS creates, changes or deletes them.
 */
export const buildWebhooks = (portal: PortalContext): CollectionConfig => {
  const { options, gates } = portal;
  return {
    slug: options.slugs.webhooks,
    labels: {
      singular: textLabel('webhooks:collection:singular'),
      plural: textLabel('webhooks:collection:plural'),
    },
    admin: {
      group: groups.settings,
      useAsTitle: 'url',
      defaultColumns: ['url', 'health', 'events', 'organization', 'createdAt'],
      hidden: gates.hiddenFromOutsiders,
      hideAPIURL: true,
      components: {
        beforeListTable: [pageComponent('WebhooksHeader', portal)],
        views: {
          // A document has a single view, so it needs no tab.
          edit: {
            default: { Component: pageComponent('WebhookPage', portal), tab: { condition: () => false } },
          },
        },
      },
    },
    access: webhookAccess(portal),
    graphQL: { singularName: 'Webhook', pluralName: 'Webhooks', disableMutations: true },
    disableDuplicate: true,
    lockDocuments: false,
    fields: [...subscriptionFields(portal), ...stateFields(), ...reachFields(portal), ...healthFields()],
  };
};

/** The address of a webhook, and the events that it gets. */
const subscriptionFields = (portal: PortalContext): Field[] => [
  { name: 'url', type: 'text', label: textLabel('webhooks:collection:url'), required: true },
  {
    name: 'health',
    type: 'ui',
    label: uiLabel('webhooks:collection:health'),
    admin: { components: { Cell: pageComponent('WebhookHealthCell', portal), Field: false } },
  },
  {
    name: 'events',
    type: 'json',
    label: textLabel('webhooks:collection:events'),
    required: true,
    admin: { disableListFilter: true, components: { Cell: pageComponent('WebhookEventsCell', portal) } },
  },
];

/** The state of a webhook. */
const stateFields = (): Field[] => [
  {
    name: 'status',
    type: 'select',
    label: textLabel('webhooks:collection:status'),
    options: [
      { value: 'enabled', label: textLabel('webhooks:collection:enabled') },
      { value: 'disabled', label: textLabel('webhooks:collection:disabled') },
    ],
    required: true,
  },
  {
    name: 'disabledReason',
    type: 'text',
    label: textLabel('webhooks:collection:disabledReason'),
    admin: { description: textLabel('webhooks:collection:disabledReasonHint', { days: daysOfFailing }) },
  },
];

/** The organization whose events it gets, and its owner. */
const reachFields = ({ options: { slugs } }: PortalContext): Field[] => [
  {
    name: 'organization',
    type: 'relationship',
    label: textLabel('webhooks:collection:organization'),
    relationTo: slugs.organizations as CollectionSlug,
    index: true,
    admin: {
      description: textLabel('webhooks:collection:organizationHint'),
      components: { Cell: 'payload-support-portal/client#KeyOrganizationCell' },
    },
  },
  {
    name: 'spans',
    type: 'checkbox',
    label: textLabel('webhooks:collection:spans'),
    // Distinguishes a webhook for all organizations from one whose organization was deleted in the database.
    defaultValue: false,
  },
  {
    name: 'owner',
    type: 'relationship',
    label: textLabel('webhooks:collection:owner'),
    relationTo: slugs.users as CollectionSlug,
    admin: { description: textLabel('webhooks:collection:ownerHint') },
  },
];

/** The health of a webhook, and its secrets. */
const healthFields = (): Field[] => [
  {
    name: 'failingSince',
    type: 'date',
    label: textLabel('webhooks:collection:failingSince'),
    admin: { date: { pickerAppearance: 'dayAndTime' } },
  },
  secret({ name: 'secret', type: 'text' }),
  secret({ name: 'formerSecrets', type: 'json' }),
];

/** Encrypted, and never shown. */
const secret = (field: Extract<Field, { type: 'text' | 'json' }>): Field => ({
  ...field,
  hidden: true,
  access: { create: () => false, read: () => false, update: () => false },
});
