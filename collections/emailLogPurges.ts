import type { CollectionConfig, CollectionSlug } from 'payload';
import type { PortalContext } from '../src/context.ts';

/** Purges of the email log: who, when, of which rows, how many. Only the purge writes them, and no one changes them. */
export const buildEmailLogPurges = ({ options, gates }: PortalContext): CollectionConfig => ({
  slug: options.slugs.emailLogPurges,
  labels: { singular: 'Purge', plural: 'Purges of the email log' },
  admin: {
    group: 'Mail',
    description: 'Who purged the email log, up to which day, and how many rows it was.',
    useAsTitle: 'createdAt',
    defaultColumns: ['createdAt', 'user', 'before', 'deleted'],
    hidden: gates.hiddenFromOutsiders,
  },
  access: gates.emailLog,
  graphQL: { singularName: 'EmailLogPurge', pluralName: 'EmailLogPurges', disableMutations: true },
  defaultSort: '-createdAt',
  disableDuplicate: true,
  lockDocuments: false,
  timestamps: false,
  fields: [
    { name: 'user', type: 'relationship', relationTo: options.slugs.users as CollectionSlug },
    {
      name: 'before',
      type: 'text',
      admin: { description: 'The first day that stayed; empty if all went.' },
    },
    { name: 'deleted', type: 'number', required: true, admin: { description: 'Rows.' } },
    { name: 'createdAt', type: 'date', label: 'Time', required: true, index: true },
  ],
});
