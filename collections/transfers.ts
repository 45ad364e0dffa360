import type { CollectionConfig, Field } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { textLabel, uiLabel } from '../src/core/texts/labels.ts';
import { pageComponent } from '../src/core/ui/pageComponent.ts';
import { readByTeam } from '../src/features/links/gates.ts';
import {
  linkedAdmin,
  linkedCollection,
  linkedFields,
} from '../src/features/links/records/linkedCollection.ts';
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
    admin: linkedAdmin(portal, {
      header: 'TransfersHeader',
      page: 'TransferPage',
      columns: ['title', 'status', 'fetched', 'organization', 'sentAt', 'expiresAt'],
    }),
    access: { ...gates.readByStaffAlone, read: gates.within('transfers:read', readByTeam(portal)) },
    graphQL: { singularName: 'Transfer', pluralName: 'Transfers', disableMutations: true },
    ...linkedCollection,
    fields: fieldsOf(portal),
  };
};

const fieldsOf = (portal: PortalContext): Field[] => {
  const linked = linkedFields(portal, {
    field: (name) => textLabel(`transfers:collection:${name}`),
    access: (value) => textLabel(`transfers:access:${value}`),
  });
  return [
    linked.title,
    linked.message,
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
    linked.access,
    linked.passwordHash,
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
    linked.organization,
    linked.ticket,
    linked.createdBy,
    { name: 'sentAt', type: 'date', label: textLabel('transfers:collection:sentAt') },
    { name: 'expiresAt', type: 'date', label: textLabel('transfers:collection:expiresAt') },
    { name: 'bytesDeletedAt', type: 'date', label: textLabel('transfers:collection:bytesDeletedAt') },
  ];
};
