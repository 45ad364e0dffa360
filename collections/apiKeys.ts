import type { CollectionConfig, CollectionSlug } from 'payload';
import type { PortalContext } from '../src/context.ts';

/**
 * API keys, of which only a hash is kept. They are made and revoked by `/portal/v1/api-keys` alone, so no door of the
 * CMS creates, changes or deletes them.
 */
export const buildApiKeys = ({ options, gates }: PortalContext): CollectionConfig => ({
  slug: options.slugs.apiKeys,
  labels: { singular: 'API key', plural: 'API keys' },
  admin: {
    group: 'Settings',
    useAsTitle: 'name',
    defaultColumns: ['name', 'prefix', 'owner', 'organization', 'expiresAt', 'lastUsedAt', 'revokedAt'],
    hidden: gates.hiddenFromOutsiders,
  },
  access: {
    read: gates.staff,
    create: gates.nobody,
    update: gates.nobody,
    delete: gates.nobody,
    readVersions: gates.nobody,
  },
  graphQL: { singularName: 'ApiKey', pluralName: 'ApiKeys', disableMutations: true },
  disableDuplicate: true,
  lockDocuments: false,
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 255 },
    { name: 'prefix', type: 'text', admin: { description: 'How the key begins.' } },
    {
      name: 'hash',
      type: 'text',
      unique: true,
      index: true,
      hidden: true,
      access: { create: () => false, read: () => false, update: () => false },
    },
    { name: 'owner', type: 'relationship', relationTo: options.slugs.users as CollectionSlug },
    { name: 'maker', type: 'relationship', relationTo: options.slugs.users as CollectionSlug },
    {
      name: 'organization',
      type: 'relationship',
      relationTo: options.slugs.organizations as CollectionSlug,
      admin: { description: 'The one organization in its reach.' },
    },
    {
      name: 'spans',
      type: 'checkbox',
      label: 'All organizations',
      // Apart from an empty organization, which is what a deleted one leaves behind.
      defaultValue: false,
    },
    { name: 'scopes', type: 'json', required: true },
    { name: 'expiresAt', type: 'date', required: true, admin: { date: { pickerAppearance: 'dayAndTime' } } },
    { name: 'revokedAt', type: 'date', admin: { date: { pickerAppearance: 'dayAndTime' } } },
    { name: 'lastUsedAt', type: 'date', admin: { date: { pickerAppearance: 'dayAndTime' } } },
  ],
});
