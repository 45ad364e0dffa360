import { join } from 'node:path';
import type { CollectionConfig, CollectionSlug, Field, UploadConfig } from 'payload';
import { buildFileHooks } from '../hooks/files.ts';
import { rejectTeamField } from '../src/core/access/teamField.ts';
import type { PortalContext } from '../src/core/context.ts';
import { groups, textLabel, uiLabel } from '../src/core/texts/labels.ts';
import { saysItsLabel } from '../src/core/upstream/fieldLanguage.ts';
import { ownFiles } from '../src/features/files/gates.ts';
import { serveStoredFile } from '../src/features/files/serving/serveBytes.ts';
import { diskStorageName } from '../src/features/files/storage/diskStorage.ts';

/** The files in folders. A file never changes, so its id stands for the same bytes until it is deleted. */
export const buildFiles = (portal: PortalContext): CollectionConfig => {
  const { options, gates } = portal;
  return {
    slug: options.slugs.files,
    labels: {
      singular: textLabel('files:collection:singular'),
      plural: textLabel('files:collection:plural'),
    },
    admin: {
      group: groups.support,
      description: textLabel('files:collection:description'),
      useAsTitle: 'name',
      defaultColumns: [
        'name',
        'download',
        'mimeType',
        'size',
        'folder',
        'ticket',
        'organization',
        'uploadedBy',
        'createdAt',
      ],
      listSearchableFields: ['name'],
      components: {
        beforeListTable: [
          {
            path: component('OrganizationFilter'),
            clientProps: { hasFolders: true },
          },
        ],
      },
    },
    access: {
      read: gates.within('files:read', ownFiles(portal)),
      create: gates.within('files:write', gates.members),
      update: gates.nobody,
      delete: gates.within('files:write', ownFiles(portal)),
      readVersions: gates.nobody,
    },
    graphQL: { singularName: 'PortalFile', pluralName: 'PortalFiles' },
    disableDuplicate: true,
    lockDocuments: false,
    defaultSort: ['-createdAt', '-id'],
    indexes: [{ fields: ['organization', 'createdAt'] }, { fields: ['folder', 'createdAt'] }],
    upload: uploadOf(portal),
    hooks: buildFileHooks(portal),
    fields: fieldsOf(portal),
  };
};

const component = (name: string): string => `payload-support-portal/client#${name}`;

/** A storage plugin replaces `adapter`, and puts its handler behind ours. */
const uploadOf = (portal: PortalContext): UploadConfig => ({
  staticDir: join(portal.options.dataDirectory, 'uploads'),
  adapter: diskStorageName,
  disableLocalStorage: true,
  handlers: [serveStoredFile(portal.options.slugs.files)],
  // Any type may be uploaded, because files are served as attachments and never run.
  allowRestrictedFileTypes: true,
  pasteURL: false,
  crop: false,
  focalPoint: false,
});

/** Written by the portal alone. */
const ours = { create: () => false, update: () => false };

const fieldsOf = (portal: PortalContext): Field[] => [
  ...placeFields(portal),
  ...audienceFields(portal),
  ...sourceFields(portal),
  ...cells(),
];

/** The name of a file, and the record that it belongs to. */
const placeFields = ({ options: { slugs } }: PortalContext): Field[] => [
  {
    name: 'name',
    type: 'text',
    label: textLabel('files:collection:name'),
    access: ours,
    admin: { readOnly: true, description: textLabel('files:collection:nameHint') },
  },
  {
    name: 'folder',
    type: 'relationship',
    label: textLabel('files:collection:folder'),
    relationTo: slugs.folders as CollectionSlug,
    // A file of a transfer has no folder. Any other file without a folder is refused.
    index: true,
    ...saysItsLabel,
    admin: {
      // The CMS's filter would offer names without organizations: the filter above the list says both.
      disableListFilter: true,
      components: { Field: component('FolderField') },
    },
  },
  {
    name: 'ticket',
    type: 'relationship',
    label: textLabel('files:collection:ticket'),
    relationTo: slugs.tickets as CollectionSlug,
    // Its text is no part of a list of files.
    maxDepth: 0,
    index: true,
  },
  {
    name: 'reply',
    type: 'relationship',
    label: textLabel('files:collection:reply'),
    relationTo: slugs.ticketReplies as CollectionSlug,
    index: true,
    access: ours,
    // Its text is no part of a list of files.
    maxDepth: 0,
    admin: { hidden: true },
  },
  {
    name: 'transfer',
    type: 'relationship',
    label: textLabel('files:collection:transfer'),
    relationTo: slugs.transfers as CollectionSlug,
    index: true,
    access: ours,
    maxDepth: 0,
    admin: { hidden: true },
  },
];

/** The people who may read it. */
const audienceFields = ({ gates, options: { slugs } }: PortalContext): Field[] => [
  {
    name: 'internal',
    type: 'checkbox',
    label: textLabel('files:collection:internal'),
    defaultValue: false,
    access: { create: gates.teamField, update: () => false },
    hooks: { beforeValidate: [rejectTeamField(gates)] },
    admin: { position: 'sidebar', description: textLabel('files:collection:internalHint') },
  },
  {
    name: 'organization',
    type: 'relationship',
    label: textLabel('files:collection:organization'),
    relationTo: slugs.organizations as CollectionSlug,
    index: true,
    access: ours,
    admin: {
      position: 'sidebar',
      readOnly: true,
      description: textLabel('files:collection:organizationHint'),
    },
  },
];

/** The origin of a file. */
const sourceFields = ({ options: { slugs } }: PortalContext): Field[] => [
  {
    name: 'uploadedBy',
    type: 'relationship',
    label: textLabel('files:collection:uploadedBy'),
    relationTo: slugs.users as CollectionSlug,
    access: ours,
    admin: { position: 'sidebar', readOnly: true },
  },
  {
    // The link by which it came: `{ type, id, name }`.
    name: 'uploadedVia',
    type: 'json',
    label: textLabel('files:collection:uploadedVia'),
    access: ours,
    admin: { position: 'sidebar', readOnly: true, hidden: true, disableListFilter: true },
  },
  {
    // For zips; no API shows it.
    name: 'crc32',
    type: 'number',
    access: ours,
    hidden: true,
  },
];

/** The columns of the list that are no field. */
const cells = (): Field[] => [
  {
    name: 'size',
    type: 'ui',
    label: uiLabel('files:collection:size'),
    admin: { components: { Cell: component('FileSizeCell'), Field: false } },
  },
  {
    name: 'download',
    type: 'ui',
    label: uiLabel('files:collection:download'),
    admin: { components: { Cell: component('FileDownloadCell'), Field: false } },
  },
];
