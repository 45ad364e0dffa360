import type { CollectionConfig, CollectionSlug, Field } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { groups } from '../src/core/texts/groups.ts';
import { textLabel } from '../src/core/texts/label.ts';
import { uiLabel } from '../src/core/texts/uiLabel.ts';
import { pageComponent } from '../src/core/ui/pageComponent.ts';
import { readByTeam } from '../src/features/links/gates.ts';
import { linkAccesses } from '../src/features/links/linkKind.ts';
import { requestStatuses } from '../src/features/upload-requests/vocabulary.ts';

/**
 * Files that people were asked for. Only the API's operations write them, because they hold the rules. Their recipients,
 * links and files stand in the schema `support_portal`.
 */
export const buildUploadRequests = (portal: PortalContext): CollectionConfig => {
  const { gates, options } = portal;
  return {
    slug: options.slugs.uploadRequests,
    labels: {
      singular: textLabel('uploadRequests:collection:singular'),
      plural: textLabel('uploadRequests:collection:plural'),
    },
    admin: {
      group: groups.support,
      useAsTitle: 'title',
      defaultColumns: ['title', 'status', 'missing', 'organization', 'dueAt', 'expiresAt'],
      listSearchableFields: ['title'],
      hideAPIURL: true,
      components: {
        beforeListTable: [pageComponent('RequestsHeader', portal)],
        views: {
          // A document has a single view, so it needs no tab.
          edit: {
            default: { Component: pageComponent('RequestPage', portal), tab: { condition: () => false } },
          },
        },
      },
    },
    access: { ...gates.readByStaffAlone, read: gates.within('upload-requests:read', readByTeam(portal)) },
    graphQL: { singularName: 'UploadRequest', pluralName: 'UploadRequests', disableMutations: true },
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
    { name: 'title', type: 'text', label: textLabel('uploadRequests:collection:title'), required: true },
    { name: 'message', type: 'textarea', label: textLabel('uploadRequests:collection:message') },
    {
      name: 'status',
      type: 'select',
      label: textLabel('uploadRequests:collection:status'),
      options: requestStatuses.map((value) => ({
        value,
        label: textLabel(`uploadRequests:status:${value}`),
      })),
      required: true,
      defaultValue: 'open',
      admin: { components: { Cell: pageComponent('RequestStatusCell', portal) } },
    },
    {
      name: 'missing',
      type: 'ui',
      label: uiLabel('uploadRequests:admin:missingOnes'),
      admin: { components: { Cell: pageComponent('RequestMissingCell', portal), Field: false } },
    },
    {
      name: 'access',
      type: 'select',
      label: textLabel('uploadRequests:collection:access'),
      options: linkAccesses.map((value) => ({ value, label: textLabel(`uploadRequests:access:${value}`) })),
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
    {
      name: 'organization',
      type: 'relationship',
      label: textLabel('uploadRequests:collection:organization'),
      relationTo: slugs.organizations as CollectionSlug,
      index: true,
    },
    {
      name: 'folder',
      type: 'relationship',
      label: textLabel('uploadRequests:collection:folder'),
      relationTo: slugs.folders as CollectionSlug,
      maxDepth: 0,
    },
    {
      name: 'ticket',
      type: 'relationship',
      label: textLabel('uploadRequests:collection:ticket'),
      relationTo: slugs.tickets as CollectionSlug,
      index: true,
      maxDepth: 0,
    },
    {
      name: 'createdBy',
      type: 'relationship',
      label: textLabel('uploadRequests:collection:createdBy'),
      relationTo: slugs.users as CollectionSlug,
      maxDepth: 0,
    },
    {
      name: 'items',
      type: 'json',
      label: textLabel('uploadRequests:collection:items'),
      admin: { disableListFilter: true },
    },
    {
      name: 'accept',
      type: 'json',
      label: textLabel('uploadRequests:collection:accept'),
      admin: { disableListFilter: true },
    },
    { name: 'maxFiles', type: 'number', label: textLabel('uploadRequests:collection:maxFiles') },
    { name: 'maxBytes', type: 'number', label: textLabel('uploadRequests:collection:maxBytes') },
    {
      name: 'reminders',
      type: 'checkbox',
      label: textLabel('uploadRequests:collection:reminders'),
      defaultValue: true,
    },
    { name: 'dueAt', type: 'date', label: textLabel('uploadRequests:collection:dueAt'), index: true },
    {
      name: 'expiresAt',
      type: 'date',
      label: textLabel('uploadRequests:collection:expiresAt'),
      required: true,
    },
    { name: 'completedAt', type: 'date', label: textLabel('uploadRequests:collection:completedAt') },
    { name: 'remindedAt', type: 'date', label: textLabel('uploadRequests:collection:remindedAt') },
  ];
};
