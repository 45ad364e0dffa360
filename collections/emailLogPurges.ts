import type { CollectionConfig, CollectionSlug } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { groups, textLabel } from '../src/core/texts/labels.ts';
import { emailLogAccess } from '../src/features/email-log/gates.ts';
import { purgeKinds } from '../src/features/email-log/retention/purgeKinds.ts';

/**
 * Records of the email log's purges: the user, the time, the purged period, the number of rows. Only the purge writes them,
 * and no one changes them.
 */
export const buildEmailLogPurges = (portal: PortalContext): CollectionConfig => ({
  slug: portal.options.slugs.emailLogPurges,
  labels: { singular: textLabel('emailLog:purges:singular'), plural: textLabel('emailLog:purges:plural') },
  admin: {
    group: groups.settings,
    description: textLabel('emailLog:purges:description'),
    useAsTitle: 'createdAt',
    defaultColumns: ['createdAt', 'kind', 'user', 'before', 'deleted'],
    hidden: portal.gates.hiddenFromOutsiders,
  },
  access: emailLogAccess(portal),
  graphQL: { singularName: 'EmailLogPurge', pluralName: 'EmailLogPurges', disableMutations: true },
  defaultSort: '-createdAt',
  disableDuplicate: true,
  lockDocuments: false,
  timestamps: false,
  fields: [
    {
      name: 'kind',
      type: 'select',
      label: textLabel('emailLog:purges:kind'),
      options: purgeKinds.map((kind) => ({ value: kind, label: textLabel(`emailLog:purges:kinds:${kind}`) })),
      required: true,
      defaultValue: 'purge',
      admin: { description: textLabel('emailLog:purges:aboutKind') },
    },
    {
      name: 'user',
      type: 'relationship',
      label: textLabel('emailLog:purges:user'),
      relationTo: portal.options.slugs.users as CollectionSlug,
    },
    {
      name: 'before',
      type: 'text',
      label: textLabel('emailLog:purges:before'),
      admin: { description: textLabel('emailLog:purges:aboutBefore') },
    },
    {
      name: 'deleted',
      type: 'number',
      label: textLabel('emailLog:purges:deleted'),
      required: true,
      admin: { description: textLabel('emailLog:purges:aboutDeleted') },
    },
    {
      name: 'createdAt',
      type: 'date',
      label: textLabel('emailLog:purges:time'),
      required: true,
      index: true,
    },
  ],
});
