import type { CollectionConfig, CollectionSlug, Field } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { textLabel, uiLabel } from '../src/core/texts/labels.ts';
import { pageComponent } from '../src/core/ui/pageComponent.ts';
import { readByTeam } from '../src/features/links/gates.ts';
import {
  linkedAdmin,
  linkedCollection,
  linkedFields,
} from '../src/features/links/records/linkedCollection.ts';
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
    admin: linkedAdmin(portal, {
      header: 'RequestsHeader',
      page: 'RequestPage',
      columns: ['title', 'status', 'missing', 'organization', 'dueAt', 'expiresAt'],
    }),
    access: { ...gates.readByStaffAlone, read: gates.within('upload-requests:read', readByTeam(portal)) },
    graphQL: { singularName: 'UploadRequest', pluralName: 'UploadRequests', disableMutations: true },
    ...linkedCollection,
    fields: fieldsOf(portal),
  };
};

const fieldsOf = (portal: PortalContext): Field[] => {
  const { slugs } = portal.options;
  const linked = linkedFields(portal, {
    field: (name) => textLabel(`uploadRequests:collection:${name}`),
    access: (value) => textLabel(`uploadRequests:access:${value}`),
  });
  return [
    linked.title,
    linked.message,
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
    linked.access,
    linked.passwordHash,
    linked.organization,
    {
      name: 'folder',
      type: 'relationship',
      label: textLabel('uploadRequests:collection:folder'),
      relationTo: slugs.folders as CollectionSlug,
      maxDepth: 0,
    },
    linked.ticket,
    linked.createdBy,
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
