import type { CollectionConfig, CollectionSlug } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { textLabel } from '../src/core/texts/labels.ts';
import { activityKinds } from '../src/features/links/activity.ts';
import { readByTeam } from '../src/features/links/gates.ts';

/** The activity of transfers, upload requests and their links. Only the portal writes it, and it never changes. */
export const buildLinkActivity = (portal: PortalContext): CollectionConfig => {
  const { gates, options } = portal;
  // It tells of both kinds of records.
  const read = gates.within('transfers:read', gates.within('upload-requests:read', readByTeam(portal)));
  return {
    slug: options.slugs.linkActivity,
    labels: {
      singular: textLabel('links:collection:singular'),
      plural: textLabel('links:collection:plural'),
    },
    admin: { hidden: true, hideAPIURL: true, useAsTitle: 'kind' },
    access: { ...gates.readByStaffAlone, read },
    graphQL: { singularName: 'LinkActivity', pluralName: 'LinkActivities', disableMutations: true },
    defaultSort: ['-at', '-id'],
    disableDuplicate: true,
    lockDocuments: false,
    timestamps: false,
    indexes: [{ fields: ['recordType', 'recordId', 'at'] }],
    fields: [
      { name: 'at', type: 'date', label: textLabel('links:collection:at'), required: true, index: true },
      {
        name: 'kind',
        type: 'select',
        label: textLabel('links:collection:kind'),
        options: activityKinds.map((kind) => ({ value: kind, label: textLabel(`links:activity:${kind}`) })),
        required: true,
      },
      { name: 'recordType', type: 'text', label: textLabel('links:collection:recordType'), required: true },
      { name: 'recordId', type: 'text', label: textLabel('links:collection:recordId'), required: true },
      {
        name: 'organization',
        type: 'relationship',
        label: textLabel('links:collection:organization'),
        relationTo: options.slugs.organizations as CollectionSlug,
        index: true,
      },
      { name: 'linkId', type: 'text', label: textLabel('links:collection:linkId') },
      { name: 'recipientId', type: 'text', label: textLabel('links:collection:recipientId'), index: true },
      { name: 'fileId', type: 'text', label: textLabel('links:collection:fileId') },
      { name: 'bytes', type: 'number', label: textLabel('links:collection:bytes') },
      { name: 'network', type: 'text', label: textLabel('links:collection:network') },
      { name: 'browser', type: 'text', label: textLabel('links:collection:browser') },
    ],
  };
};
