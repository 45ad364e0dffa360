import type { CollectionConfig, CollectionSlug, Field } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { groups, type textLabel } from '../../../core/texts/labels.ts';
import { pageComponent } from '../../../core/ui/pageComponent.ts';
import { type LinkAccess, linkAccesses } from '../linkKind.ts';

type Label = ReturnType<typeof textLabel>;

/** The settings that the collections of all records have to which links lead. Only the API's operations write such records. */
export const linkedCollection = {
  disableDuplicate: true,
  lockDocuments: false,
  defaultSort: ['-createdAt', '-id'],
  indexes: [{ fields: ['status', 'expiresAt'] }],
} satisfies Partial<CollectionConfig>;

interface LinkedPages {
  /** The component above the list. */
  readonly header: string;
  /** The component of a record's page. */
  readonly page: string;
  readonly columns: string[];
}

/** Their pages in the admin UI. */
export const linkedAdmin = (
  portal: PortalContext,
  { header, page, columns }: LinkedPages,
): NonNullable<CollectionConfig['admin']> => ({
  group: groups.support,
  useAsTitle: 'title',
  defaultColumns: columns,
  listSearchableFields: ['title'],
  hideAPIURL: true,
  components: {
    beforeListTable: [pageComponent(header, portal)],
    views: {
      // A document has a single view, so it needs no tab.
      edit: { default: { Component: pageComponent(page, portal), tab: { condition: () => false } } },
    },
  },
});

interface LinkedLabels {
  field(name: 'title' | 'message' | 'access' | 'organization' | 'ticket' | 'createdBy'): Label;
  access(value: LinkAccess): Label;
}

/** The fields that all of them have, by name: each collection has others in between. */
export const linkedFields = ({ options: { slugs } }: PortalContext, labels: LinkedLabels) =>
  ({
    title: { name: 'title', type: 'text', label: labels.field('title'), required: true },
    message: { name: 'message', type: 'textarea', label: labels.field('message') },
    access: {
      name: 'access',
      type: 'select',
      label: labels.field('access'),
      options: linkAccesses.map((value) => ({ value, label: labels.access(value) })),
      required: true,
      defaultValue: 'link',
    },
    passwordHash: {
      name: 'passwordHash',
      type: 'text',
      // No API of the CMS shows the field or compares with it.
      access: { read: () => false, create: () => false, update: () => false },
      hidden: true,
    },
    organization: {
      name: 'organization',
      type: 'relationship',
      label: labels.field('organization'),
      relationTo: slugs.organizations as CollectionSlug,
      index: true,
    },
    ticket: {
      name: 'ticket',
      type: 'relationship',
      label: labels.field('ticket'),
      relationTo: slugs.tickets as CollectionSlug,
      index: true,
      maxDepth: 0,
    },
    createdBy: {
      name: 'createdBy',
      type: 'relationship',
      label: labels.field('createdBy'),
      relationTo: slugs.users as CollectionSlug,
      maxDepth: 0,
    },
  }) satisfies Record<string, Field>;
