import type { CollectionConfig } from 'payload';
import { clientViews } from '../src/core/access/whereInReach.ts';
import type { PortalContext } from '../src/core/context.ts';
import { withOpenedForms } from '../src/core/http/cms/openedForms.ts';
import { checkName } from '../src/core/shared/text/text.ts';
import { groups, saidBy, textLabel } from '../src/core/texts/labels.ts';
import { customerFields } from '../src/core/ui/customer/customer.ts';
import { checkDomains } from '../src/features/people/chooseOrganization.ts';
import { readOrganizations } from '../src/features/people/gates.ts';

const lowerCased = (domains: unknown): unknown =>
  Array.isArray(domains)
    ? [...new Set(domains.map((domain) => String(domain).trim().toLowerCase()))]
    : domains;

/** The form of an organization. */
const organizationForm = {
  fields: [
    'collections:organizations:name',
    'collections:organizations:domains',
    'collections:organizations:clientsSee',
  ],
  lists: ['domains'],
} as const;

/** The clients of the agency. Tickets, files and users belong to one. */
export const buildOrganizations = (portal: PortalContext): CollectionConfig => {
  const { options, gates } = portal;
  return withOpenedForms(portal, organizationForm, {
    slug: options.slugs.organizations,
    labels: {
      singular: textLabel('collections:organizations:singular'),
      plural: textLabel('collections:organizations:plural'),
    },
    graphQL: { singularName: 'Organization', pluralName: 'Organizations' },
    admin: { useAsTitle: 'name', group: groups.people, defaultColumns: ['name', 'createdAt'] },
    access: {
      read: readOrganizations(portal),
      create: gates.staff,
      update: gates.staff,
      delete: gates.administrators,
      readVersions: gates.nobody,
    },
    lockDocuments: false,
    // A mail domain belongs to one organization.
    disableDuplicate: true,
    fields: [
      {
        name: 'name',
        type: 'text',
        label: textLabel('collections:organizations:name'),
        required: true,
        validate: saidBy(checkName),
      },
      {
        name: 'domains',
        type: 'text',
        label: textLabel('collections:organizations:domains'),
        hasMany: true,
        validate: saidBy(checkDomains),
        access: { create: gates.teamField, read: gates.teamField, update: gates.teamField },
        hooks: { beforeChange: [({ value }) => lowerCased(value)] },
        admin: {
          description: textLabel('collections:organizations:domainsDescription'),
        },
      },
      {
        name: 'clientsSee',
        type: 'select',
        label: textLabel('collections:organizations:clientsSee'),
        options: clientViews.map((value) => ({
          value,
          label: textLabel(`collections:organizations:clientsSeeChoices:${value}`),
        })),
        defaultValue: clientViews[0],
        required: true,
        access: { create: gates.teamField, read: gates.teamField, update: gates.teamField },
        admin: { description: textLabel('collections:organizations:clientsSeeDescription') },
      },
      ...customerFields(portal, 'organization'),
    ],
  });
};
