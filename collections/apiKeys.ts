import type { CollectionConfig, CollectionSlug, DateField, Field } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { checkName } from '../src/core/shared/text/text.ts';
import { groups, saidBy, textLabel, uiLabel } from '../src/core/texts/labels.ts';
import type { TextKey } from '../src/core/texts/text.ts';
import { saysItsLabel } from '../src/core/upstream/fieldLanguage.ts';

/**
 * API keys. Only their hashes are kept. They are created and revoked by `/portal/v1/api-keys` only, so no API of the CMS
 * creates, changes or deletes them.
 */
export const buildApiKeys = ({ options, gates }: PortalContext): CollectionConfig => ({
  slug: options.slugs.apiKeys,
  labels: {
    singular: textLabel('apiKeys:collection:singular'),
    plural: textLabel('apiKeys:collection:plural'),
  },
  defaultSort: '-createdAt',
  admin: {
    group: groups.settings,
    useAsTitle: 'name',
    listSearchableFields: ['name', 'prefix'],
    defaultColumns: ['name', 'state', 'owner', 'organization', 'scopes', 'expiresAt', 'lastUsedAt', 'revoke'],
    hidden: gates.hiddenFromOutsiders,
    hideAPIURL: true,
    components: {
      Description: component('ApiKeysHeader'),
    },
  },
  access: gates.readByStaffAlone,
  graphQL: { singularName: 'ApiKey', pluralName: 'ApiKeys', disableMutations: true },
  disableDuplicate: true,
  lockDocuments: false,
  fields: [...identityFields(), ...reachFields(options), ...lifeFields()],
});

/** The name of a key, and the signs by which it is known. */
const identityFields = (): Field[] => [
  {
    name: 'state',
    type: 'ui',
    label: uiLabel('apiKeys:collection:state'),
    admin: { components: { Cell: component('KeyStateCell'), Field: component('KeyStateField') } },
  },
  {
    name: 'name',
    type: 'text',
    label: textLabel('apiKeys:collection:name'),
    required: true,
    validate: saidBy(checkName),
    admin: { components: { Cell: component('KeyNameCell') } },
  },
  {
    name: 'prefix',
    type: 'text',
    label: textLabel('apiKeys:collection:prefix'),
    admin: {
      description: textLabel('apiKeys:collection:prefixHint'),
      components: { Cell: component('KeyPrefixCell') },
    },
  },
  {
    name: 'hash',
    type: 'text',
    unique: true,
    index: true,
    hidden: true,
    access: { create: () => false, read: () => false, update: () => false },
  },
];

/** The people of a key, and what it may do. */
const reachFields = ({ slugs }: PortalContext['options']): Field[] => [
  {
    type: 'row',
    fields: [
      {
        name: 'owner',
        type: 'relationship',
        label: textLabel('apiKeys:collection:owner'),
        relationTo: slugs.users as CollectionSlug,
        admin: { description: textLabel('apiKeys:collection:ownerHint') },
      },
      {
        name: 'maker',
        type: 'relationship',
        label: textLabel('apiKeys:collection:maker'),
        relationTo: slugs.users as CollectionSlug,
      },
    ],
  },
  {
    name: 'organization',
    type: 'relationship',
    label: textLabel('apiKeys:collection:organization'),
    relationTo: slugs.organizations as CollectionSlug,
    admin: {
      description: textLabel('apiKeys:collection:organizationHint'),
      condition: ({ spans }) => !spans,
      components: { Cell: component('KeyOrganizationCell') },
    },
  },
  {
    name: 'spans',
    type: 'checkbox',
    label: textLabel('apiKeys:collection:spans'),
    // Distinguishes a key that spans all organizations from one whose organization was deleted.
    defaultValue: false,
    admin: { condition: ({ spans }) => Boolean(spans) },
  },
  {
    name: 'scopes',
    type: 'json',
    label: textLabel('apiKeys:collection:scopes'),
    required: true,
    ...saysItsLabel,
    admin: {
      disableListFilter: true,
      components: { Cell: component('KeyScopesCell'), Field: component('KeyScopesField') },
    },
  },
];

/** The end of a key, and its last use. */
const lifeFields = (): Field[] => [
  {
    type: 'row',
    fields: [
      moment('expiresAt', 'apiKeys:collection:expiresAt', { required: true }),
      moment('revokedAt', 'apiKeys:collection:revokedAt', {
        admin: { date: shownAs, condition: ({ revokedAt }) => Boolean(revokedAt) },
      }),
      moment('lastUsedAt', 'apiKeys:collection:lastUsedAt', {
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
    label: uiLabel('apiKeys:collection:revoke'),
    admin: { components: { Cell: component('KeyRevokeCell'), Field: false } },
  },
];

const component = (name: string): string => `payload-support-portal/client#${name}`;

const shownAs = { pickerAppearance: 'dayAndTime', displayFormat: 'd MMM yyyy' } as const;

const moment = (name: string, label: TextKey, rest: Partial<DateField>): DateField => ({
  name,
  type: 'date',
  label: textLabel(label),
  admin: { date: shownAs },
  ...rest,
});
