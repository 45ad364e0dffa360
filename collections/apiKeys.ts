import type { CollectionConfig, CollectionSlug, DateField, TextFieldValidation } from 'payload';
import type { PortalContext } from '../src/context.ts';
import { checkName } from '../src/shared/text.ts';

/**
 * API keys, of which only a hash is kept. They are created and revoked by `/portal/v1/api-keys` only, so no API of
 * the CMS creates, changes or deletes them.
 */
export const buildApiKeys = ({ options, gates }: PortalContext): CollectionConfig => ({
  slug: options.slugs.apiKeys,
  labels: { singular: 'API key', plural: 'API keys' },
  defaultSort: '-createdAt',
  admin: {
    group: 'Settings',
    useAsTitle: 'name',
    listSearchableFields: ['name', 'prefix'],
    defaultColumns: ['name', 'state', 'owner', 'organization', 'scopes', 'expiresAt', 'lastUsedAt', 'revoke'],
    hidden: gates.hiddenFromOutsiders,
    hideAPIURL: true,
    components: {
      Description: {
        path: component('ApiKeysHeader'),
        clientProps: { usersSlug: options.slugs.users, organizationsSlug: options.slugs.organizations },
      },
    },
  },
  access: gates.readByStaffAlone,
  graphQL: { singularName: 'ApiKey', pluralName: 'ApiKeys', disableMutations: true },
  disableDuplicate: true,
  lockDocuments: false,
  fields: [
    {
      name: 'state',
      type: 'ui',
      admin: { components: { Cell: component('KeyStateCell'), Field: component('KeyStateField') } },
    },
    {
      name: 'name',
      type: 'text',
      required: true,
      validate: checkName as TextFieldValidation,
      admin: { components: { Cell: component('KeyNameCell') } },
    },
    {
      name: 'prefix',
      type: 'text',
      admin: { description: 'How the key begins.', components: { Cell: component('KeyPrefixCell') } },
    },
    {
      name: 'hash',
      type: 'text',
      unique: true,
      index: true,
      hidden: true,
      access: { create: () => false, read: () => false, update: () => false },
    },
    {
      type: 'row',
      fields: [
        {
          name: 'owner',
          type: 'relationship',
          relationTo: options.slugs.users as CollectionSlug,
          admin: { description: 'Whose rights it has.' },
        },
        {
          name: 'maker',
          type: 'relationship',
          label: 'Made by',
          relationTo: options.slugs.users as CollectionSlug,
        },
      ],
    },
    {
      name: 'organization',
      type: 'relationship',
      relationTo: options.slugs.organizations as CollectionSlug,
      admin: {
        description: 'The one organization in its reach.',
        condition: ({ spans }) => !spans,
        components: { Cell: component('KeyOrganizationCell') },
      },
    },
    {
      name: 'spans',
      type: 'checkbox',
      label: 'Reaches all organizations',
      // Distinguishes a key that spans all organizations from one whose organization was deleted.
      defaultValue: false,
      admin: { condition: ({ spans }) => Boolean(spans) },
    },
    {
      name: 'scopes',
      type: 'json',
      label: 'What it may do',
      required: true,
      admin: {
        disableListFilter: true,
        components: { Cell: component('KeyScopesCell'), Field: component('KeyScopesField') },
      },
    },
    {
      type: 'row',
      fields: [
        moment('expiresAt', 'Expires', { required: true }),
        moment('revokedAt', 'Revoked', {
          admin: { date: shownAs, condition: ({ revokedAt }) => Boolean(revokedAt) },
        }),
        moment('lastUsedAt', 'Last used', {
          admin: {
            date: shownAs,
            condition: ({ lastUsedAt }) => Boolean(lastUsedAt),
            components: { Cell: component('KeyUseCell') },
          },
        }),
      ],
    },
    {
      name: 'revoke',
      type: 'ui',
      label: 'Revoke',
      admin: { components: { Cell: component('KeyRevokeCell'), Field: false } },
    },
  ],
});

const component = (name: string): string => `payload-support-portal/client#${name}`;

const shownAs = { pickerAppearance: 'dayAndTime', displayFormat: 'd MMM yyyy' } as const;

const moment = (name: string, label: string, rest: Partial<DateField>): DateField => ({
  name,
  type: 'date',
  label,
  admin: { date: shownAs },
  ...rest,
});
