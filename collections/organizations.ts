import type { CollectionConfig, TextFieldValidation } from 'payload';
import type { PortalContext } from '../src/context.ts';
import { checkName } from '../src/shared/text.ts';

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
  fields: [{ name: 'name', type: 'text', required: true, validate: checkName as TextFieldValidation }],
});
