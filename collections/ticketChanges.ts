import type { CollectionConfig, CollectionSlug } from 'payload';
import type { PortalContext } from '../src/context.ts';

/**
 * The history of tickets, one row per change. Rows are written with the change itself, so no API of the CMS creates,
 * changes or deletes them.
 */
export const buildTicketChanges = ({ options: { slugs }, gates }: PortalContext): CollectionConfig => ({
  slug: slugs.ticketChanges,
  labels: { singular: 'Change', plural: 'Changes' },
  admin: { group: 'Support', useAsTitle: 'createdAt', hidden: true },
  access: { ...gates.readByStaffAlone, read: gates.within('tickets:read', gates.readHistory) },
  graphQL: { singularName: 'TicketChange', pluralName: 'TicketChanges', disableMutations: true },
  defaultSort: ['-createdAt', '-id'],
  disableDuplicate: true,
  lockDocuments: false,
  timestamps: false,
  fields: [
    {
      name: 'ticket',
      type: 'relationship',
      relationTo: slugs.tickets as CollectionSlug,
      required: true,
      index: true,
    },
    { name: 'sequence', type: 'number', required: true, admin: { description: 'Rises by one per ticket.' } },
    {
      name: 'userId',
      type: 'text',
      label: 'Changed by',
      admin: { description: 'A user, who may have been deleted since; empty if no one was logged in.' },
    },
    {
      name: 'changes',
      type: 'json',
      required: true,
      admin: { description: 'By field, what it was and what it became.' },
    },
    { name: 'createdAt', type: 'date', label: 'Time', required: true },
  ],
});
