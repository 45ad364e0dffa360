import type { CollectionConfig } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { groups, textLabel } from '../src/core/texts/labels.ts';
import { pageComponent } from '../src/core/ui/pageComponent.ts';
import { emailLogAccess } from '../src/features/email-log/gates.ts';
import { buildRowFields } from '../src/features/email-log/row.ts';

/**
 * One row per mail attempt. Only the writer of the log inserts rows (`src/features/email-log/writing/`), and only purge and
 * retention delete them, so no API of the CMS creates, changes or deletes them.
 */
export const buildEmailLogCollection = (portal: PortalContext): CollectionConfig => ({
  slug: portal.options.slugs.emailLog,
  labels: { singular: textLabel('emailLog:one'), plural: textLabel('emailLog:title') },
  admin: {
    group: groups.support,
    description: textLabel('emailLog:sentMeans'),
    useAsTitle: 'subject',
    defaultColumns: ['status', 'subject', 'to', 'type', 'transport', 'createdAt'],
    listSearchableFields: ['subject', 'to'],
    enableListViewSelectAPI: true,
    hidden: portal.gates.hiddenFromOutsiders,
    hideAPIURL: true,
    pagination: { defaultLimit: 25, limits: [25, 50, 100] },
    components: {
      views: {
        list: { Component: pageComponent('EmailLogList', portal) },
        edit: { root: { Component: pageComponent('EmailPage', portal) } },
      },
    },
  },
  access: emailLogAccess(portal),
  graphQL: { singularName: 'EmailLogRow', pluralName: 'EmailLogRows', disableMutations: true },
  defaultSort: ['-createdAt', '-id'],
  disableDuplicate: true,
  lockDocuments: false,
  timestamps: false,
  indexes: [{ fields: ['relatedId', 'relatedType'] }],
  fields: buildRowFields(),
});
