import { join } from 'node:path';
import type { CollectionConfig, CollectionSlug, Field } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { groups, textLabel } from '../src/core/texts/labels.ts';
import { pageComponent } from '../src/core/ui/pageComponent.ts';
import { removeStoredFile, storeFile } from '../src/features/files/record/storedFileHooks.ts';
import { serveStoredFile } from '../src/features/files/serving/serveBytes.ts';
import { diskStorageName } from '../src/features/files/storage/diskStorage.ts';
import { admittedFile } from '../src/features/files/uploads/admittedFile.ts';
import { handToAdapter } from '../src/features/files/uploads/upload.ts';
import { inboundMailAccess } from '../src/features/inbound/gates.ts';
import { authentications, outcomes, vias } from '../src/features/inbound/vocabulary.ts';

/**
 * The messages that came by mail, each with its outcome. Only the portal writes them. The raw message is the upload of the
 * row, until its outcome is final.
 */
export const buildInboundMails = (portal: PortalContext): CollectionConfig => {
  const { options, gates } = portal;
  const { slugs } = options;
  return {
    slug: slugs.inboundMails,
    labels: {
      singular: textLabel('inbound:collection:singular'),
      plural: textLabel('inbound:collection:plural'),
    },
    admin: {
      group: groups.support,
      useAsTitle: 'subject',
      defaultColumns: ['outcome', 'from', 'subject', 'receivedAt'],
      description: textLabel('inbound:collection:description'),
      hidden: gates.hiddenFromOutsiders,
      hideAPIURL: true,
      pagination: { defaultLimit: 25, limits: [25, 50, 100] },
      components: {
        views: {
          list: { Component: pageComponent('InboundList', portal) },
          edit: { root: { Component: pageComponent('InboundMailPage', portal) } },
        },
      },
    },
    access: inboundMailAccess(portal),
    graphQL: { singularName: 'InboundMail', pluralName: 'InboundMails', disableMutations: true },
    defaultSort: ['-receivedAt', '-id'],
    disableDuplicate: true,
    lockDocuments: false,
    timestamps: false,
    upload: {
      staticDir: join(options.dataDirectory, 'inbound'),
      adapter: diskStorageName,
      disableLocalStorage: true,
      handlers: [serveStoredFile(slugs.inboundMails)],
      allowRestrictedFileTypes: true,
      pasteURL: false,
      crop: false,
      focalPoint: false,
    },
    // A page of one outcome, newest first.
    indexes: [{ fields: ['outcome', 'receivedAt'] }],
    hooks: inboundMailHooks,
    fields: [...messageFields(), ...outcomeFields(portal), ...evidenceFields(), ...settlementFields(portal)],
  };
};

/** The message as it came. */
const messageFields = (): Field[] => [
  {
    name: 'receivedAt',
    type: 'date',
    label: textLabel('inbound:collection:receivedAt'),
    required: true,
    index: true,
  },
  {
    name: 'via',
    type: 'select',
    label: textLabel('inbound:collection:via'),
    options: [...vias],
    required: true,
  },
  // Not `index`, a tree that has no room for the longest: see `inboundIndexes`.
  { name: 'from', type: 'text', label: textLabel('inbound:collection:from') },
  { name: 'fromName', type: 'text', label: textLabel('inbound:collection:fromName') },
  { name: 'to', type: 'text', label: textLabel('inbound:collection:to') },
  { name: 'subject', type: 'text', label: textLabel('inbound:collection:subject') },
  { name: 'messageId', type: 'text', label: textLabel('inbound:collection:messageId') },
];

/** The outcome of the message, and its place. */
const outcomeFields = ({ options: { slugs } }: PortalContext): Field[] => [
  {
    name: 'outcome',
    type: 'select',
    label: textLabel('inbound:collection:outcome'),
    options: [...outcomes],
  },
  { name: 'reason', type: 'text', label: textLabel('inbound:collection:reason') },
  {
    name: 'ticket',
    type: 'relationship',
    label: textLabel('inbound:collection:ticket'),
    relationTo: slugs.tickets as CollectionSlug,
  },
  {
    name: 'reply',
    type: 'relationship',
    label: textLabel('inbound:collection:reply'),
    relationTo: slugs.ticketReplies as CollectionSlug,
  },
  { name: 'logRowId', type: 'text', label: textLabel('inbound:collection:logRowId') },
];

/** The proof of the sender, and what is kept of the message. */
const evidenceFields = (): Field[] => [
  {
    name: 'authentication',
    type: 'select',
    label: textLabel('inbound:collection:authentication'),
    options: [...authentications],
  },
  { name: 'text', type: 'textarea', label: textLabel('inbound:collection:text') },
  { name: 'connection', type: 'json', hidden: true },
  { name: 'digest', type: 'text', unique: true, index: true, hidden: true },
];

/** The end of the work on it. */
const settlementFields = ({ options: { slugs } }: PortalContext): Field[] => [
  { name: 'processedAt', type: 'date', label: textLabel('inbound:collection:processedAt') },
  {
    name: 'settledBy',
    type: 'relationship',
    relationTo: slugs.users as CollectionSlug,
    label: textLabel('inbound:collection:settledBy'),
  },
];

/** A raw message is stored as the files are, by the storage adapter of its collection if it has one. */
const inboundMailHooks: CollectionConfig['hooks'] = {
  beforeChange: [
    async ({ collection, data, operation, req }) => {
      const file = operation === 'create' ? admittedFile.of(req) : null;
      if (file) await handToAdapter({ req, file, collection: collection.slug }, collection.upload.adapter);
      return data;
    },
  ],
  afterChange: [storeFile],
  afterDelete: [removeStoredFile],
};
