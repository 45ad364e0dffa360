import type { CollectionConfig, CollectionSlug } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { withOpenedForms } from '../src/core/http/cms/openedForms.ts';
import { checkName } from '../src/core/shared/text/text.ts';
import { groups, saidBy, textLabel } from '../src/core/texts/labels.ts';
import { assertEmpty, completeFolder } from '../src/features/files/folders/folder.ts';
import { ownFolders } from '../src/features/files/gates.ts';

/** The form of a folder. */
const folderForm = {
  fields: ['files:folderCollection:name'],
} as const;

/** Folders of files that the agency shares with one organization. */
export const buildFolders = (portal: PortalContext): CollectionConfig => {
  const { options, gates } = portal;
  return withOpenedForms(portal, folderForm, {
    slug: options.slugs.folders,
    labels: {
      singular: textLabel('files:folderCollection:singular'),
      plural: textLabel('files:folderCollection:plural'),
    },
    admin: {
      group: groups.support,
      description: textLabel('files:folderCollection:description'),
      useAsTitle: 'name',
      defaultColumns: ['name', 'organization', 'createdAt'],
      components: {
        beforeListTable: [component('OrganizationFilter')],
      },
    },
    access: {
      read: gates.within('files:read', ownFolders(portal)),
      create: gates.within('files:write', gates.members),
      update: gates.within('files:write', ownFolders(portal)),
      delete: gates.within('files:write', ownFolders(portal)),
      readVersions: gates.nobody,
    },
    graphQL: { singularName: 'Folder', pluralName: 'Folders' },
    disableDuplicate: true,
    lockDocuments: false,
    defaultSort: ['-createdAt', '-id'],
    indexes: [{ fields: ['organization', 'createdAt'] }],
    hooks: buildFolderHooks(portal),
    fields: [
      {
        name: 'name',
        type: 'text',
        label: textLabel('files:folderCollection:name'),
        required: true,
        validate: saidBy(checkName),
      },
      {
        name: 'organization',
        type: 'relationship',
        label: textLabel('files:folderCollection:organization'),
        relationTo: options.slugs.organizations as CollectionSlug,
        index: true,
        access: { update: () => false },
        admin: { position: 'sidebar', description: textLabel('files:folderCollection:organizationHint') },
      },
      {
        name: 'contents',
        type: 'ui',
        admin: {
          disableListColumn: true,
          components: {
            Field: component('FolderFiles'),
          },
        },
      },
    ],
  });
};

const component = (name: string): string => `payload-support-portal/client#${name}`;

/** The rules of folders: each belongs to an organization, and can be deleted if it is empty. */
const buildFolderHooks = (portal: PortalContext): CollectionConfig['hooks'] => ({
  beforeChange: [
    ({ data, operation, originalDoc, req }) =>
      completeFolder({ req, portal, data, stored: operation === 'create' ? undefined : originalDoc }),
  ],
  beforeDelete: [({ id, req }) => assertEmpty(req, portal, id)],
});
