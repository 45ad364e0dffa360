import type { CollectionConfig, CollectionSlug } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { groups, textLabel } from '../src/core/texts/labels.ts';
import { readHistory } from '../src/features/tickets/gates.ts';

/**
 * The history of tickets, one row per change. Rows are written with the change itself, so no API of the CMS creates,
 * changes or deletes them.
 */
export const buildTicketChanges = (portal: PortalContext): CollectionConfig => ({
  slug: portal.options.slugs.ticketChanges,
  labels: {
    singular: textLabel('collections:ticketChanges:singular'),
    plural: textLabel('collections:ticketChanges:plural'),
  },
  admin: { group: groups.support, useAsTitle: 'createdAt', hidden: true },
  access: {
    ...portal.gates.readByStaffAlone,
    read: portal.gates.within('tickets:read', readHistory(portal)),
  },
  graphQL: { singularName: 'TicketChange', pluralName: 'TicketChanges', disableMutations: true },
  defaultSort: ['-createdAt', '-id'],
  disableDuplicate: true,
  lockDocuments: false,
  timestamps: false,
  fields: [
    {
      name: 'ticket',
      type: 'relationship',
      label: textLabel('collections:ticketChanges:ticket'),
      relationTo: portal.options.slugs.tickets as CollectionSlug,
      // Its text would come with each change of a list.
      maxDepth: 0,
      required: true,
      index: true,
    },
    {
      name: 'sequence',
      type: 'number',
      label: textLabel('collections:ticketChanges:sequence'),
      required: true,
      admin: { description: textLabel('collections:ticketChanges:sequenceDescription') },
    },
    {
      name: 'userId',
      type: 'text',
      label: textLabel('collections:ticketChanges:userId'),
      admin: { description: textLabel('collections:ticketChanges:userIdDescription') },
    },
    {
      name: 'changes',
      type: 'json',
      label: textLabel('collections:ticketChanges:changes'),
      required: true,
      admin: { description: textLabel('collections:ticketChanges:changesDescription') },
    },
    {
      name: 'createdAt',
      type: 'date',
      label: textLabel('collections:ticketChanges:createdAt'),
      required: true,
    },
  ],
});
