import { FixedToolbarFeature, LinkFeature, lexicalEditor } from '@payloadcms/richtext-lexical';
import type { CollectionConfig, CollectionSlug, Field } from 'payload';
import { rejectTeamField } from '../src/core/access/teamField.ts';
import type { PortalContext } from '../src/core/context.ts';
import { saidBy, textLabel } from '../src/core/texts/labels.ts';
import { readReplies } from '../src/features/tickets/gates.ts';
import { buildOriginFields } from '../src/features/tickets/history/origin.ts';
import { mostMentions } from '../src/features/tickets/mentions/mentions.ts';
import { completeReply, followReply } from '../src/features/tickets/replies/replies.ts';
import { checkTarget } from '../src/features/tickets/replies/richText.ts';
import { checkReply } from '../src/features/tickets/text.ts';
import { sides } from '../src/features/tickets/vocabulary.ts';

const closed = { create: () => false, update: () => false };

/** The replies of tickets. A reply never changes, because someone may have read it. */
export const buildTicketReplies = (portal: PortalContext): CollectionConfig => {
  const { options, gates } = portal;
  const { slugs } = options;
  return {
    slug: slugs.ticketReplies,
    labels: {
      singular: textLabel('collections:ticketReplies:singular'),
      plural: textLabel('collections:ticketReplies:plural'),
    },
    admin: {
      group: false,
      useAsTitle: 'text',
      defaultColumns: ['text', 'ticket', 'internal', 'createdBy', 'createdAt'],
      // Representatives read them on the pages of tickets.
      hidden: gates.hiddenFromOutsiders,
    },
    access: {
      read: gates.within('tickets:read', readReplies(portal)),
      create: gates.within('tickets:write', gates.members),
      update: gates.nobody,
      delete: gates.within('tickets:write', gates.administrators),
      readVersions: gates.nobody,
    },
    graphQL: { singularName: 'TicketReply', pluralName: 'TicketReplies' },
    disableDuplicate: true,
    lockDocuments: false,
    defaultSort: ['-createdAt', '-id'],
    indexes: [{ fields: ['ticket', 'createdAt'] }],
    hooks: buildReplyHooks(portal),
    fields: [...textFields(portal), ...audienceFields(portal), ...sourceFields(portal)],
  };
};

/** The ticket and the text of a reply. */
const textFields = ({ options: { slugs } }: PortalContext): Field[] => [
  {
    name: 'ticket',
    type: 'relationship',
    label: textLabel('collections:ticketReplies:ticket'),
    relationTo: slugs.tickets as CollectionSlug,
    // Its text would come with each reply of a list.
    maxDepth: 0,
    required: true,
    index: true,
  },
  {
    name: 'body',
    type: 'richText',
    label: textLabel('collections:ticketReplies:body'),
    editor: lexicalEditor({
      features: featuresOfReplies,
      admin: { placeholder: textLabel('tickets:page:answer:placeholder') },
    }),
  },
  {
    name: 'text',
    type: 'textarea',
    label: textLabel('collections:ticketReplies:text'),
    // The CMS's own check ends at 40 000 of JavaScript's code units.
    validate: saidBy(checkReply),
    admin: { hidden: true, description: textLabel('collections:ticketReplies:textDescription') },
  },
];

/** The people who may read it, and those whom it mentions. */
const audienceFields = ({ gates, options: { slugs } }: PortalContext): Field[] => [
  {
    name: 'internal',
    type: 'checkbox',
    label: textLabel('collections:ticketReplies:internal'),
    defaultValue: false,
    access: { create: gates.teamField, update: gates.teamField },
    hooks: { beforeValidate: [rejectTeamField(gates)] },
    admin: {
      position: 'sidebar',
      description: textLabel('collections:ticketReplies:internalDescription'),
    },
  },
  {
    // A text names people for readers; the ids say who is meant.
    name: 'mentions',
    type: 'array',
    label: textLabel('collections:ticketReplies:mentions'),
    maxRows: mostMentions,
    // For clients the field does not exist. The rules of replies refuse theirs, which the CMS would silently drop.
    access: { read: gates.teamField, update: () => false },
    admin: { readOnly: true, position: 'sidebar' },
    fields: [
      {
        name: 'user',
        type: 'relationship',
        label: textLabel('collections:ticketReplies:mentioned'),
        relationTo: slugs.users as CollectionSlug,
      },
      { name: 'seenAt', type: 'date', hidden: true, access: closed },
    ],
  },
];

/** The origin of a reply. */
const sourceFields = (portal: PortalContext): Field[] => {
  const { slugs } = portal.options;
  return [
    {
      name: 'organization',
      type: 'relationship',
      label: textLabel('collections:ticketReplies:organization'),
      relationTo: slugs.organizations as CollectionSlug,
      index: true,
      access: closed,
      admin: { hidden: true },
    },
    {
      name: 'createdBy',
      type: 'relationship',
      label: textLabel('collections:ticketReplies:createdBy'),
      relationTo: slugs.users as CollectionSlug,
      access: closed,
      admin: { position: 'sidebar', readOnly: true },
    },
    {
      // The side for which it was written then. It outlives the account, and the writer's next role.
      name: 'side',
      type: 'select',
      label: textLabel('collections:ticketReplies:side'),
      options: sides.map((value) => ({
        value,
        label: textLabel(`collections:ticketReplies:sides:${value}`),
      })),
      access: closed,
      // The conversation shows it.
      admin: { hidden: true },
    },
    {
      // Key of the draft: a reply that is sent again is found by it.
      name: 'answerKey',
      type: 'text',
      hidden: true,
      index: true,
      access: closed,
    },
    ...buildOriginFields(portal),
  ];
};

type Features = NonNullable<NonNullable<Parameters<typeof lexicalEditor>[0]>['features']>;

/**
 * The app's editor without its pictures, records and blocks: a reply is read as text, and its pictures are files of the ticket.
 * When a text is read, the CMS fetches the records that it names, each with the records that its own texts name. Links lead to
 * addresses; those that are typed become links where they are read (`withTypedLinks`). The toolbar is always visible.
 */
const featuresOfReplies: Features = ({ defaultFeatures, rootFeatures }) => {
  const features = rootFeatures.length > 0 ? rootFeatures : defaultFeatures;
  return [
    ...features.filter(({ key }) => !replacedFeatures.has(key)),
    ...(features.some(({ key }) => key === 'link')
      ? [LinkFeature({ enabledCollections: [], disableAutoLinks: 'creationOnly', fields: fieldsOfLinks })]
      : []),
    FixedToolbarFeature(),
  ];
};

/** The CMS would percent-encode an address without a scheme, which a reply completes when it is stored. */
const fieldsOfLinks: NonNullable<Parameters<typeof LinkFeature>[0]>['fields'] = ({ defaultFields }) =>
  defaultFields.map((field) =>
    'name' in field && field.name === 'url' && field.type === 'text' && !field.hasMany
      ? { ...field, hooks: {}, validate: saidBy((url: unknown) => checkTarget(url)) }
      : field,
  );

const replacedFeatures = new Set(['upload', 'relationship', 'blocks', 'link', 'toolbarFixed']);

/** The rules of replies, for the API, the admin UI and the Local API alike. */
const buildReplyHooks = (portal: PortalContext): CollectionConfig['hooks'] => ({
  beforeValidate: [
    async ({ data = {}, operation, req }) =>
      operation === 'create' ? completeReply({ req, portal, data }) : data,
  ],
  afterChange: [
    async ({ doc, operation, req }) => {
      if (operation === 'create') await followReply({ req, portal, reply: doc });
    },
  ],
});
