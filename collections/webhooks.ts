import type { CollectionConfig, CollectionSlug, Field } from 'payload';
import type { PortalContext } from '../src/context.ts';

/**
 * The receivers of events. Webhooks are created and changed by `/v1/webhooks` only, which checks their addresses, so
 * no API of the CMS creates, changes or deletes them.
 */
export const buildWebhooks = (portal: PortalContext): CollectionConfig => {
  const { options, gates } = portal;
  return {
    slug: options.slugs.webhooks,
    labels: { singular: 'Webhook', plural: 'Webhooks' },
    admin: {
      group: 'Webhooks',
      useAsTitle: 'url',
      defaultColumns: ['url', 'health', 'events', 'organization', 'createdAt'],
      hidden: gates.hiddenFromOutsiders,
      hideAPIURL: true,
      components: {
        beforeListTable: [component('WebhooksHeader', portal)],
        views: {
          // The one way to look at it needs no tab.
          edit: { default: { Component: component('WebhookPage', portal), tab: { condition: () => false } } },
        },
      },
    },
    access: gates.webhooks,
    graphQL: { singularName: 'Webhook', pluralName: 'Webhooks', disableMutations: true },
    disableDuplicate: true,
    lockDocuments: false,
    fields: [
      { name: 'url', type: 'text', label: 'URL', required: true },
      {
        name: 'health',
        type: 'ui',
        admin: { components: { Cell: component('WebhookHealthCell', portal), Field: false } },
      },
      {
        name: 'events',
        type: 'json',
        required: true,
        admin: { disableListFilter: true, components: { Cell: component('WebhookEventsCell', portal) } },
      },
      { name: 'status', type: 'select', options: ['enabled', 'disabled'], required: true },
      {
        name: 'disabledReason',
        type: 'text',
        admin: {
          description: 'owner: by its owner; gone: by the receiver; failing: after five days of failing.',
        },
      },
      {
        name: 'organization',
        type: 'relationship',
        relationTo: options.slugs.organizations as CollectionSlug,
        index: true,
        admin: {
          description: 'Whose events it sees.',
          components: { Cell: 'payload-support-portal/client#KeyOrganizationCell' },
        },
      },
      {
        name: 'spans',
        type: 'checkbox',
        label: 'All organizations',
        // Distinguishes a webhook for all organizations from one whose organization was deleted in the database.
        defaultValue: false,
      },
      {
        name: 'owner',
        type: 'relationship',
        relationTo: options.slugs.users as CollectionSlug,
        admin: { description: 'Gets a mail when it is disabled.' },
      },
      { name: 'failingSince', type: 'date', admin: { date: { pickerAppearance: 'dayAndTime' } } },
      secret({ name: 'secret', type: 'text' }),
      secret({ name: 'formerSecrets', type: 'json' }),
    ],
  };
};

const component = (name: string, portal: PortalContext) => ({
  path: `payload-support-portal/rsc#${name}`,
  serverProps: { portal },
});

/** Encrypted, and never shown. */
const secret = (field: Extract<Field, { type: 'text' | 'json' }>): Field => ({
  ...field,
  hidden: true,
  access: { create: () => false, read: () => false, update: () => false },
});
