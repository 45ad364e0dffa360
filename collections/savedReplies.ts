import type { CollectionConfig, CollectionSlug, Field } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { withOpenedForms } from '../src/core/http/cms/openedForms.ts';
import { checkName } from '../src/core/shared/text/text.ts';
import { groups, saidBy, textLabel } from '../src/core/texts/labels.ts';
import { readSavedReplies, writeSavedReplies } from '../src/features/saved-replies/gates.ts';
import { writtenVariables } from '../src/features/saved-replies/savedReplies.ts';
import {
  buildCheckOrganization,
  checkSavedReply,
  clearOrganization,
  keepToOrganization,
} from '../src/features/saved-replies/savedReplyRules.ts';

/** The form of a saved reply. */
const savedReplyForm = {
  fields: [
    'savedReplies:collection:title',
    'savedReplies:collection:body',
    'savedReplies:collection:everybody',
    'savedReplies:collection:organization',
  ],
  together: [['everybody', 'organization']],
} as const;

/** Replies that are written once and used often, for everyone or for the tickets of one organization. */
export const buildSavedReplies = (portal: PortalContext): CollectionConfig => {
  const { options, gates } = portal;
  const write = gates.within('tickets:write', writeSavedReplies(portal));
  return withOpenedForms(portal, savedReplyForm, {
    slug: options.slugs.savedReplies,
    labels: {
      singular: textLabel('savedReplies:collection:singular'),
      plural: textLabel('savedReplies:collection:plural'),
    },
    graphQL: { singularName: 'SavedReply', pluralName: 'SavedReplies' },
    admin: {
      group: groups.settings,
      description: textLabel('savedReplies:collection:description'),
      useAsTitle: 'title',
      defaultColumns: ['title', 'everybody', 'organization', 'updatedAt'],
      listSearchableFields: ['title', 'body'],
    },
    access: {
      read: gates.within('tickets:read', readSavedReplies(portal)),
      create: write,
      update: write,
      delete: write,
      readVersions: gates.nobody,
    },
    lockDocuments: false,
    defaultSort: ['title', 'id'],
    hooks: { beforeOperation: [keepToOrganization], beforeValidate: [clearOrganization] },
    fields: [...textFields(), ...audienceFields(portal)],
  });
};

/** The words of a saved reply. */
const textFields = (): Field[] => [
  {
    name: 'title',
    type: 'text',
    label: textLabel('savedReplies:collection:title'),
    required: true,
    validate: saidBy(checkName),
  },
  {
    name: 'body',
    type: 'textarea',
    label: textLabel('savedReplies:collection:body'),
    required: true,
    validate: saidBy(checkSavedReply),
    admin: {
      rows: 10,
      description: textLabel('savedReplies:collection:bodyDescription', { variables: writtenVariables }),
    },
  },
];

/** The tickets that it is for. */
const audienceFields = (portal: PortalContext): Field[] => {
  const { options } = portal;
  return [
    {
      name: 'everybody',
      type: 'checkbox',
      label: textLabel('savedReplies:collection:everybody'),
      // A missing organization cannot mean “everybody”: the database clears the field when the organization is deleted.
      defaultValue: true,
      admin: { position: 'sidebar' },
    },
    {
      name: 'organization',
      type: 'relationship',
      label: textLabel('savedReplies:collection:organization'),
      relationTo: options.slugs.organizations as CollectionSlug,
      index: true,
      validate: buildCheckOrganization(portal),
      admin: {
        position: 'sidebar',
        description: textLabel('savedReplies:collection:organizationDescription'),
        condition: ({ everybody }) => everybody !== true,
      },
    },
  ];
};
