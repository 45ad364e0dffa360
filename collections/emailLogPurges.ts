import type { CollectionConfig, CollectionSlug } from 'payload';
import type { PortalContext } from '../src/context.ts';
import { purgeKinds } from '../src/email-log/purgeKinds.ts';

/** Purges of the email log: who, when, of which rows, how many. Only the purge writes them, and no one changes them. */
export const buildEmailLogPurges = ({ options, gates }: PortalContext): CollectionConfig => ({
  slug: options.slugs.emailLogPurges,
  labels: { singular: 'Purge', plural: 'Purges of the email log' },
  admin: {
    group: 'Mail',
    description: 'Who purged the email log, up to which day, and how many rows it was.',
    useAsTitle: 'createdAt',
    defaultColumns: ['createdAt', 'kind', 'user', 'before', 'deleted'],
    hidden: gates.hiddenFromOutsiders,
  },
  access: gates.emailLog,
  graphQL: { singularName: 'EmailLogPurge', pluralName: 'EmailLogPurges', disableMutations: true },
  defaultSort: '-createdAt',
  disableDuplicate: true,
  lockDocuments: false,
  timestamps: false,
  fields: [
    {
      name: 'kind',
      type: 'select',
      options: [...purgeKinds],
      required: true,
      defaultValue: 'purge',
      admin: { description: 'purge: rows were deleted; erase: an address was taken out of rows.' },
    },
    { name: 'user', type: 'relationship', relationTo: options.slugs.users as CollectionSlug },
    {
      name: 'before',
      type: 'text',
      admin: { description: 'The first day that stayed; empty if all went.' },
    },
    {
      name: 'deleted',
      type: 'number',
      required: true,
      admin: { description: 'Rows that were deleted, or in which the address was erased.' },
    },
    { name: 'createdAt', type: 'date', label: 'Time', required: true, index: true },
  ],
});
