import type { CollectionConfig, Field, PayloadRequest } from 'payload';
import { scopesOf } from '../src/core/access/scopesOf.ts';
import type { PortalContext } from '../src/core/context.ts';
import { groups, saidBy, textLabel } from '../src/core/texts/labels.ts';
import { customerFields } from '../src/core/ui/customer/customer.ts';
import { announceTicket } from '../src/features/tickets/announce.ts';
import { composerToolsOf } from '../src/features/tickets/composerTools.ts';
import { ownTickets } from '../src/features/tickets/gates.ts';
import { buildBelongingFields } from '../src/features/tickets/record/belongingFields.ts';
import { deleteWithTicket, lockTicket } from '../src/features/tickets/record/storedTicket.ts';
import { completeChange, completeNewTicket } from '../src/features/tickets/record/ticketRules.ts';
import { assertPlain, checkDescription, checkSubject } from '../src/features/tickets/text.ts';
import { defaultPriority, priorities, statuses } from '../src/features/tickets/vocabulary.ts';

/** Requests of clients to the agency. */
export const buildTickets = (portal: PortalContext): CollectionConfig => {
  const { options, gates } = portal;
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
          list: { Component: listView(portal) },
          edit: { emails: emailsView(portal), history: historyView(portal) },
        },
      },
    },
    access: {
      read: gates.within('tickets:read', ownTickets(portal)),
      create: gates.within('tickets:write', gates.members),
      update: gates.within('tickets:write', ownTickets(portal)),
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
      // The index by which the views are counted.
      { fields: ['assignee', 'status'] },
      { fields: ['waitingFor', 'status'] },
    ],
    hooks: buildTicketHooks(portal),
    fields: [
      ticketHead(portal),
      ...textFields(),
      openedWith,
      requesterBounce(portal),
      conversation(portal),
      attachments(),
      ...stateFields(),
      ...buildBelongingFields(portal),
      ...customerFields(portal, 'ticket'),
    ],
  };
};

/** The words of a ticket. */
const textFields = (): Field[] => [
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
];

/** The state of a ticket. */
const stateFields = (): Field[] => [
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
];

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

const conversation = (portal: PortalContext): Field => ({
  name: 'conversation',
  type: 'ui',
  admin: {
    disableListColumn: true,
    components: { ...composerToolsOf(portal), Field: 'payload-support-portal/client#TicketConversation' },
  },
});

const attachments = (): Field => ({
  name: 'attachments',
  type: 'ui',
  admin: {
    disableListColumn: true,
    components: {
      Field: 'payload-support-portal/client#TicketFiles',
    },
  },
});

/** The rules of tickets, for the API, the admin UI and the Local API alike. */
const buildTicketHooks = (portal: PortalContext): CollectionConfig['hooks'] => ({
  beforeOperation: [
    // Changes of a ticket wait for each other before the CMS reads it. The CMS takes the fields that a change leaves out
    // from its earlier reading, which would undo a change by another user in between.
    async ({ args, operation, req }) => {
      if (operation === 'update' && 'id' in args && args.id !== undefined)
        await lockTicket(req, portal, args.id);
    },
  ],
  beforeChange: [
    async ({ data, operation, originalDoc: stored, req }) => {
      assertPlain(data);
      return operation === 'create'
        ? completeNewTicket({ req, portal, data })
        : completeChange({ req, portal, data, stored });
    },
  ],
  afterChange: [
    ({ doc, operation, previousDoc, req }) =>
      announceTicket({ req, portal, ticket: doc, before: operation === 'create' ? null : previousDoc }),
  ],
  beforeDelete: [({ id, req }) => deleteWithTicket(req, portal, id)],
});
