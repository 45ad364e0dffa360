import type { CollectionConfig, TextFieldManyValidation, TextFieldValidation } from 'payload';
import type { PortalContext } from '../src/context.ts';
import { checkDomains } from '../src/organizations/domains.ts';
import { checkName } from '../src/shared/text.ts';

const lowerCased = (domains: unknown): unknown =>
  Array.isArray(domains)
    ? [...new Set(domains.map((domain) => String(domain).trim().toLowerCase()))]
    : domains;

/** The clients of the agency. Tickets, files and users belong to one. */
export const buildOrganizations = ({ options, gates }: PortalContext): CollectionConfig => ({
  slug: options.slugs.organizations,
  labels: { singular: 'Organization', plural: 'Organizations' },
  graphQL: { singularName: 'Organization', pluralName: 'Organizations' },
  admin: { useAsTitle: 'name', group: 'People', defaultColumns: ['name', 'createdAt'] },
  access: {
    read: gates.ownOrganizations,
    create: gates.staff,
    update: gates.staff,
    delete: gates.administrators,
    readVersions: gates.nobody,
  },
  lockDocuments: false,
  fields: [
    { name: 'name', type: 'text', required: true, validate: checkName as TextFieldValidation },
    {
      name: 'domains',
      type: 'text',
      hasMany: true,
      validate: checkDomains as TextFieldManyValidation,
      access: { create: gates.teamField, read: gates.teamField, update: gates.teamField },
      hooks: { beforeChange: [({ value }) => lowerCased(value)] },
      admin: {
        description:
          'Mail domains of the client, such as example.com. Whoever writes from one of them becomes a client of this organization. Never name a provider such as gmail.com.',
      },
    },
  ],
});
