import type { CollectionConfig, CollectionSlug, Field } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { groups } from '../src/core/texts/groups.ts';
import { textLabel } from '../src/core/texts/label.ts';
import { uiLabel } from '../src/core/texts/uiLabel.ts';
import { pageComponent } from '../src/core/ui/pageComponent.ts';
import { readByTeam } from '../src/features/links/gates.ts';
import { linkAccesses } from '../src/features/links/linkKind.ts';
import { downloadNotices, transferStatuses } from '../src/features/transfers/vocabulary.ts';

/**
 * Files that are sent to people by links. Only the API's operations write them, because they hold the rules. Their
 * recipients, links and files stand in the schema `support_portal`.
 */
export const buildTransfers = (portal: PortalContext): CollectionConfig => {
  const { gates, options } = portal;
  return {
    slug: options.slugs.transfers,
    labels: {
      singular: textLabel('transfers:collection:singular'),
      plural: textLabel('transfers:collection:plural'),
    },
    admin: {
      group: groups.support,
      useAsTitle: 'title',
      defaultColumns: ['title', 'status', 'fetched', 'organization', 'sentAt', 'expiresAt'],
      listSearchableFields: ['title'],
      hideAPIURL: true,
      components: {
        beforeListTable: [pageComponent('TransfersHeader', portal)],
        views: {
          // A document has a single view, so it needs no tab.
          edit: {
            default: { Component: pageComponent('TransferPage', portal), tab: { condition: () => false } },
          },
        },
      },
    },
    access: { ...gates.readByStaffAlone, read: gates.within('transfers:read', readByTeam(portal)) },
    graphQL: { singularName: 'Transfer', pluralName: 'Transfers', disableMutations: true },
    disableDuplicate: true,
    lockDocuments: false,
    defaultSort: ['-createdAt', '-id'],
    indexes: [{ fields: ['status', 'expiresAt'] }],
    fields: fieldsOf(portal),
  };
};

const fieldsOf = (portal: PortalContext): Field[] => {
  const { slugs } = portal.options;
  return [
    { name: 'title', type: 'text', label: textLabel('transfers:collection:title'), required: true },
    { name: 'message', type: 'textarea', label: textLabel('transfers:collection:message') },
    {
      name: 'status',
      type: 'select',
      label: textLabel('transfers:collection:status'),
      options: transferStatuses.map((value) => ({ value, label: textLabel(`transfers:status:${value}`) })),
      required: true,
      defaultValue: 'draft',
      admin: { components: { Cell: pageComponent('TransferStatusCell', portal) } },
    },
    {
      name: 'fetched',
      type: 'ui',
      label: uiLabel('transfers:admin:fetchedBy'),
      admin: { components: { Cell: pageComponent('TransferFetchedCell', portal), Field: false } },
    },
    {
      name: 'access',
      type: 'select',
      label: textLabel('transfers:collection:access'),
      options: linkAccesses.map((value) => ({ value, label: textLabel(`transfers:access:${value}`) })),
      required: true,
      defaultValue: 'link',
    },
    {
      name: 'passwordHash',
      type: 'text',
      // No API of the CMS shows the field or compares with it.
      access: { read: () => false, create: () => false, update: () => false },
      hidden: true,
    },
    { name: 'maxDownloads', type: 'number', label: textLabel('transfers:collection:maxDownloads') },
    {
      name: 'notify',
      type: 'select',
      label: textLabel('transfers:collection:notify'),
      options: downloadNotices.map((value) => ({ value, label: textLabel(`transfers:notify:${value}`) })),
      required: true,
      defaultValue: 'first',
    },
    { name: 'mailType', type: 'text', label: textLabel('transfers:collection:mailType') },
    {
      name: 'organization',
      type: 'relationship',
      label: textLabel('transfers:collection:organization'),
      relationTo: slugs.organizations as CollectionSlug,
      index: true,
    },
    {
      name: 'ticket',
      type: 'relationship',
      label: textLabel('transfers:collection:ticket'),
      relationTo: slugs.tickets as CollectionSlug,
      index: true,
      maxDepth: 0,
    },
    {
      name: 'createdBy',
      type: 'relationship',
      label: textLabel('transfers:collection:createdBy'),
      relationTo: slugs.users as CollectionSlug,
      maxDepth: 0,
    },
    { name: 'sentAt', type: 'date', label: textLabel('transfers:collection:sentAt') },
    { name: 'expiresAt', type: 'date', label: textLabel('transfers:collection:expiresAt') },
    { name: 'bytesDeletedAt', type: 'date', label: textLabel('transfers:collection:bytesDeletedAt') },
  ];
};
