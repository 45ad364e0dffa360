import type {
  CollectionConfig,
  CollectionSlug,
  Field,
  PayloadRequest,
  RelationshipFieldSingleValidation,
  Where,
} from 'payload';
import { buildTicketHooks } from '../hooks/tickets.ts';
import { rejectTeamField } from '../src/core/access/rejectTeamField.ts';
import { scopesOf } from '../src/core/access/scopesOf.ts';
import type { PortalContext } from '../src/core/context.ts';
import { type RecordId, relationId } from '../src/core/shared/ids.ts';
import { groups } from '../src/core/texts/groups.ts';
import { textLabel } from '../src/core/texts/label.ts';
import { saidBy } from '../src/core/texts/saidBy.ts';
import { customerFields } from '../src/core/ui/customerFields.ts';
import { checkFollowers } from '../src/features/tickets/followers/followerRules.ts';
import { buildOriginFields } from '../src/features/tickets/originFields.ts';
import { checkTags } from '../src/features/tickets/tags.ts';
import { checkDescription, checkSubject } from '../src/features/tickets/text.ts';
import { defaultPriority, priorities, sides, statuses } from '../src/features/tickets/vocabulary.ts';

/** Requests of clients to the agency. */
export const buildTickets = (context: PortalContext): CollectionConfig => {
  const { options, gates } = context;
  return {
    slug: options.slugs.tickets,
    labels: {
      singular: textLabel('collections:tickets:singular'),
      plural: textLabel('collections:tickets:plural'),
    },
    admin: {
      group: groups.support,
      useAsTitle: 'subject',
      enableListViewSelectAPI: true,
      pagination: { defaultLimit: 25, limits: [25, 50, 100] },
      components: {
        edit: { beforeDocumentControls: ['payload-support-portal/client#TicketBar'] },
        views: {
          list: { Component: listView(context) },
          edit: { emails: emailsView(context), history: historyView(context) },
        },
      },
    },
    access: {
      read: gates.within('tickets:read', gates.ownTickets),
      create: gates.within('tickets:write', gates.members),
      update: gates.within('tickets:write', gates.ownTickets),
      delete: gates.within('tickets:write', gates.administrators),
      readVersions: gates.nobody,
    },
    graphQL: { singularName: 'Ticket', pluralName: 'Tickets' },
    disableDuplicate: true,
    lockDocuments: false,
    defaultSort: ['-createdAt', '-id'],
    indexes: [
      { fields: ['organization', 'createdAt'] },
      { fields: ['waitingFor', 'updatedAt'] },
      // By which the views are counted.
      { fields: ['assignee', 'status'] },
      { fields: ['waitingFor', 'status'] },
    ],
    hooks: buildTicketHooks(context),
    fields: [
      ticketHead(context),
      {
        name: 'subject',
        type: 'text',
        label: textLabel('collections:tickets:subject'),
        required: true,
        validate: saidBy(checkSubject),
        admin: { components: { Field: 'payload-support-portal/client#TicketSubject' } },
      },
      {
        name: 'description',
        type: 'textarea',
        label: textLabel('collections:tickets:description'),
        validate: saidBy(checkDescription),
        admin: { components: { Field: 'payload-support-portal/client#TicketDescription' } },
      },
      openedWith,
      requesterBounce(context),
      conversation(context),
      attachments(context),
      {
        name: 'status',
        type: 'select',
        label: textLabel('collections:tickets:status'),
        options: statuses.map((value) => ({ value, label: textLabel(`tickets:status:${value}`) })),
        defaultValue: statuses[0],
        required: true,
        index: true,
        admin: {
          position: 'sidebar',
          components: {
            Cell: 'payload-support-portal/client#TicketStatusCell',
            Field: 'payload-support-portal/client#TicketSelect',
          },
        },
      },
      {
        name: 'priority',
        type: 'select',
        label: textLabel('collections:tickets:priority'),
        options: priorities.map((value) => ({ value, label: textLabel(`tickets:priority:${value}`) })),
        defaultValue: defaultPriority,
        required: true,
        admin: {
          position: 'sidebar',
          components: { Field: 'payload-support-portal/client#TicketSelect' },
        },
      },
      ...belongingFields(context),
      ...customerFields(context, 'ticket'),
    ],
  };
};

const listView = (portal: PortalContext) => ({
  path: 'payload-support-portal/rsc#TicketList',
  serverProps: { portal },
});

/** A tab of the ticket's page. */
const historyView = (portal: PortalContext) => ({
  Component: { path: 'payload-support-portal/rsc#TicketHistory', serverProps: { portal } },
  path: '/history' as const,
  tab: { label: textLabel('tickets:history:word'), href: '/history' as const, order: 110 },
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

/** Makes the form send the values that it was opened with. */
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
          savedRepliesSlug: slugs.savedReplies,
          usersSlug: slugs.users,
          organizationsSlug: slugs.organizations,
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

/**
 * The check that a required relationship is given. The CMS's own check would ask for the choices of the form each time; the
 * rules of tickets decide who may be named.
 */
const isGivenIfRequired: RelationshipFieldSingleValidation = (value, { required, req }) =>
  !required || (value !== null && value !== undefined) || req.t('validation:required');

/** Staff, and representatives of the ticket's organization. */
const assignable = (organization: RecordId | null): Where => {
  const staff: Where = { role: { not_in: ['client', 'representative'] } };
  if (organization === null) return staff;
  const near: Where = { role: { equals: 'representative' }, organizations: { in: [organization] } };
  return { or: [staff, near] };
};

/** Clients and representatives of an organization. */
const peopleOf = (organization: RecordId | null): Where => {
  const clients: Where = {
    role: { equals: 'client' },
    ...(organization !== null && { organization: { equals: organization } }),
  };
  const representatives: Where = {
    role: { equals: 'representative' },
    ...(organization !== null && { organizations: { in: [organization] } }),
  };
  return { or: [clients, representatives] };
};

const personField = (portal: PortalContext) => ({
  path: 'payload-support-portal/rsc#PersonField',
  serverProps: { portal },
});

const belongingFields = (portal: PortalContext): Field[] => {
  const { options, gates } = portal;
  const { slugs } = options;
  const users = slugs.users as CollectionSlug;
  const setByTeam = {
    access: { create: gates.teamField, update: gates.teamField },
    hooks: { beforeValidate: [rejectTeamField(gates)] },
  };
  return [
    {
      name: 'requester',
      type: 'relationship',
      label: textLabel('collections:tickets:requester'),
      relationTo: users,
      filterOptions: options.existing.users
        ? undefined
        : ({ data, id }) => ({
            role: { equals: 'client' },
            // A new ticket gets the organization of its requester.
            ...(id !== undefined &&
              data?.organization && { organization: { equals: relationId(data.organization) } }),
          }),
      validate: isGivenIfRequired,
      ...setByTeam,
      admin: {
        position: 'sidebar',
        description: textLabel('collections:tickets:requesterDescription'),
        components: { Field: personField(portal) },
      },
    },
    {
      name: 'organization',
      type: 'relationship',
      label: textLabel('collections:tickets:organization'),
      relationTo: slugs.organizations as CollectionSlug,
      index: true,
      access: { update: () => false },
      admin: {
        position: 'sidebar',
        description: textLabel('collections:tickets:organizationDescription'),
        components: { Field: 'payload-support-portal/client#TicketOrganization' },
      },
    },
    {
      name: 'assignee',
      type: 'relationship',
      label: textLabel('collections:tickets:assignee'),
      relationTo: users,
      filterOptions: options.existing.users
        ? undefined
        : ({ data }) => assignable(relationId(data?.organization)),
      validate: isGivenIfRequired,
      ...setByTeam,
      admin: {
        position: 'sidebar',
        description: textLabel('collections:tickets:assigneeDescription'),
        components: { Field: personField(portal) },
      },
    },
    {
      name: 'followers',
      type: 'relationship',
      label: textLabel('collections:tickets:followers'),
      relationTo: users,
      hasMany: true,
      filterOptions: options.existing.users
        ? undefined
        : ({ data }) => peopleOf(relationId(data?.organization)),
      // Who may name them depends on the ticket: the rules of tickets decide.
      validate: saidBy(checkFollowers),
      admin: {
        position: 'sidebar',
        description: textLabel('collections:tickets:followersDescription'),
        components: { Field: personField(portal) },
      },
    },
    {
      name: 'tags',
      type: 'json',
      label: textLabel('collections:tickets:tags'),
      jsonSchema: {
        uri: 'a://tags.json',
        fileMatch: ['a://tags.json'],
        schema: { type: 'array', items: { type: 'string' } },
      },
      validate: saidBy(checkTags),
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
      options: [...sides],
      defaultValue: sides[0],
      access: { create: () => false, update: () => false },
      // Kept while the ticket is closed, which waits for no one. See `waitingFor`.
      hidden: true,
    },
    {
      name: 'mergedInto',
      type: 'relationship',
      label: textLabel('collections:tickets:mergedInto'),
      relationTo: slugs.tickets as CollectionSlug,
      access: { create: () => false, update: () => false },
      // The page shows it in place of the composer.
      admin: { hidden: true },
    },
    {
      name: 'createdBy',
      type: 'relationship',
      label: textLabel('collections:tickets:createdBy'),
      relationTo: users,
      access: { create: () => false, update: () => false },
      // The head of the page says it.
      admin: { hidden: true },
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
