import type {
  CollectionConfig,
  CollectionSlug,
  Field,
  JSONFieldValidation,
  PayloadRequest,
  RelationshipFieldSingleValidation,
  TextareaFieldValidation,
  TextFieldValidation,
} from 'payload';
import { buildDeleteWithTicket } from '../hooks/deleteWithTicket.ts';
import { buildFollowTicket } from '../hooks/followTicket.ts';
import { buildKeepTicketRules } from '../hooks/keepTicketRules.ts';
import { buildLockTicket } from '../hooks/lockTicket.ts';
import { buildRejectTeamField } from '../hooks/rejectTeamField.ts';
import { scopesOf } from '../src/access/scopesOf.ts';
import { wordsFor } from '../src/admin/tickets/ticketWords.ts';
import type { PortalContext } from '../src/context.ts';
import { relationId } from '../src/shared/ids.ts';
import { buildOriginFields } from '../src/tickets/originFields.ts';
import { checkTags } from '../src/tickets/tags.ts';
import { checkDescription, checkSubject } from '../src/tickets/text.ts';
import { defaultPriority, priorities, sides, statuses } from '../src/tickets/vocabulary.ts';

/** What clients ask of the agency. */
export const buildTickets = (context: PortalContext): CollectionConfig => {
  const { options, gates } = context;
  return {
    slug: options.slugs.tickets,
    labels: { singular: 'Ticket', plural: 'Tickets' },
    admin: {
      group: 'Support',
      useAsTitle: 'subject',
      enableListViewSelectAPI: true,
      pagination: { defaultLimit: 25, limits: [25, 50, 100] },
      // The CMS runs its own page query and count before any list view. TicketList has its own, so these find nothing.
      baseFilter: () => ({ id: { exists: false } }),
      components: {
        views: {
          list: { Component: listView(context) },
          edit: { emails: emailsView(context), history: historyView(context) },
        },
      },
    },
    access: {
      read: gates.within('tickets:read', gates.ownRecords),
      create: gates.within('tickets:write', gates.members),
      update: gates.within('tickets:write', gates.ownRecords),
      delete: gates.within('tickets:write', gates.administrators),
      readVersions: gates.nobody,
    },
    graphQL: { singularName: 'Ticket', pluralName: 'Tickets' },
    disableDuplicate: true,
    lockDocuments: false,
    defaultSort: ['-createdAt', '-id'],
    indexes: [{ fields: ['organization', 'createdAt'] }, { fields: ['waitingFor', 'updatedAt'] }],
    hooks: {
      beforeOperation: [buildLockTicket(context)],
      beforeChange: [buildKeepTicketRules(context)],
      afterChange: [buildFollowTicket(context)],
      beforeDelete: [buildDeleteWithTicket(context)],
    },
    fields: [
      ticketHead(context),
      {
        name: 'subject',
        type: 'text',
        required: true,
        validate: checkSubject as TextFieldValidation,
        admin: { components: { Field: 'payload-support-portal/client#TicketSubject' } },
      },
      {
        name: 'description',
        type: 'textarea',
        validate: checkDescription as TextareaFieldValidation,
        admin: { components: { Field: 'payload-support-portal/client#TicketDescription' } },
      },
      openedWith,
      requesterBounce(context),
      conversation(context),
      attachments(context),
      {
        name: 'status',
        type: 'select',
        options: statuses.map(inWords),
        defaultValue: statuses[0],
        required: true,
        index: true,
        admin: {
          position: 'sidebar',
          components: { Cell: 'payload-support-portal/client#TicketStatusCell' },
        },
      },
      {
        name: 'priority',
        type: 'select',
        options: priorities.map(inWords),
        defaultValue: defaultPriority,
        required: true,
        admin: { position: 'sidebar' },
      },
      ...belongingFields(context),
    ],
  };
};

const inWords = (value: string) => ({ value, label: wordsFor(value) });

const listView = (portal: PortalContext) => ({
  path: 'payload-support-portal/rsc#TicketList',
  serverProps: { portal },
});

/** A tab of the ticket's page. */
const historyView = (portal: PortalContext) => ({
  Component: { path: 'payload-support-portal/rsc#TicketHistory', serverProps: { portal } },
  path: '/history' as const,
  tab: { label: 'History', href: '/history' as const, order: 110 },
});

/** A tab of the ticket's page, for those who read the email log. */
const emailsView = (portal: PortalContext) => ({
  Component: { path: 'payload-support-portal/rsc#TicketEmails', serverProps: { portal } },
  path: '/emails' as const,
  tab: {
    Component: { path: 'payload-support-portal/rsc#TicketEmailsTab', serverProps: { portal } },
    condition: ({ req }: { req: PayloadRequest }) =>
      scopesOf(portal.principalOf(req.user)).includes('email-log:read'),
    order: 100,
  },
});

/** Has the form say what it was opened with. */
const openedWith: Field = {
  name: 'openedWith',
  type: 'ui',
  admin: {
    disableListColumn: true,
    components: { Field: 'payload-support-portal/client#TicketOpenedWith' },
  },
};

const ticketHead = (portal: PortalContext): Field => ({
  name: 'head',
  type: 'ui',
  admin: {
    disableListColumn: true,
    components: { Field: { path: 'payload-support-portal/rsc#TicketHead', serverProps: { portal } } },
  },
});

const requesterBounce = (portal: PortalContext): Field => ({
  name: 'requesterBounce',
  type: 'ui',
  admin: {
    disableListColumn: true,
    components: { Field: { path: 'payload-support-portal/rsc#RequesterBounce', serverProps: { portal } } },
  },
});

const conversation = ({ options: { slugs } }: PortalContext): Field => ({
  name: 'conversation',
  type: 'ui',
  admin: {
    disableListColumn: true,
    components: {
      Field: {
        path: 'payload-support-portal/client#TicketConversation',
        clientProps: {
          ticketsSlug: slugs.tickets,
          repliesSlug: slugs.ticketReplies,
          usersSlug: slugs.users,
          filesSlug: slugs.files,
        },
      },
    },
  },
});

const attachments = ({ options: { slugs } }: PortalContext): Field => ({
  name: 'attachments',
  type: 'ui',
  admin: {
    disableListColumn: true,
    components: {
      Field: {
        path: 'payload-support-portal/client#TicketFiles',
        clientProps: { filesSlug: slugs.files, foldersSlug: slugs.folders },
      },
    },
  },
});

/** The CMS's own check would ask for the choices of the form each time; the rules of tickets say who may be named. */
const isGivenIfRequired: RelationshipFieldSingleValidation = (value, { required, req }) =>
  !required || (value !== null && value !== undefined) || req.t('validation:required');

const belongingFields = ({ options, gates }: PortalContext): Field[] => {
  const { slugs } = options;
  const users = slugs.users as CollectionSlug;
  const setByTeam = {
    access: { create: gates.teamField, update: gates.teamField },
    hooks: { beforeValidate: [buildRejectTeamField(gates)] },
  };
  return [
    {
      name: 'organization',
      type: 'relationship',
      relationTo: slugs.organizations as CollectionSlug,
      index: true,
      access: { update: () => false },
      admin: { position: 'sidebar', description: 'Whose ticket it is; it stays theirs.' },
    },
    {
      name: 'requester',
      type: 'relationship',
      relationTo: users,
      filterOptions: options.existing.users
        ? undefined
        : ({ data }) => ({
            role: { equals: 'client' },
            ...(data?.organization && { organization: { equals: relationId(data.organization) } }),
          }),
      validate: isGivenIfRequired,
      ...setByTeam,
      admin: { position: 'sidebar', description: 'Whom it is for, a client of the organization.' },
    },
    {
      name: 'assignee',
      type: 'relationship',
      relationTo: users,
      filterOptions: options.existing.users ? undefined : { role: { not_equals: 'client' } },
      validate: isGivenIfRequired,
      ...setByTeam,
      admin: { position: 'sidebar', description: 'Who sees to it.' },
    },
    {
      name: 'tags',
      type: 'json',
      jsonSchema: {
        uri: 'a://tags.json',
        fileMatch: ['a://tags.json'],
        schema: { type: 'array', items: { type: 'string' } },
      },
      validate: checkTags as JSONFieldValidation,
      // For clients the field does not exist.
      access: { create: gates.teamField, read: gates.teamField, update: gates.teamField },
      admin: {
        position: 'sidebar',
        components: { Field: 'payload-support-portal/client#TagsField' },
      },
    },
    {
      name: 'waitingFor',
      type: 'select',
      options: sides.map(inWords),
      defaultValue: sides[0],
      access: { create: () => false, update: () => false },
      // Kept while the ticket is closed, which waits for no one. See `waitingFor`.
      hidden: true,
    },
    {
      name: 'createdBy',
      type: 'relationship',
      relationTo: users,
      access: { create: () => false, update: () => false },
      admin: { position: 'sidebar', readOnly: true },
    },
    ...buildOriginFields(gates.ownWords),
    {
      name: 'sequence',
      type: 'number',
      hidden: true,
      defaultValue: 0,
      access: { create: () => false, update: () => false },
    },
  ];
};
