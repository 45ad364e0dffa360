import { withOrganizationHooks } from '../hooks/organizations.ts';
import { withUserHooks } from '../hooks/users.ts';
import type { CollectionBuilders } from '../src/core/portal/registerCollections.ts';
import { buildApiKeys } from './apiKeys.ts';
import { buildEmailLogCollection } from './emailLog.ts';
import { buildEmailLogPurges } from './emailLogPurges.ts';
import { buildFiles } from './files.ts';
import { buildFolders } from './folders.ts';
import { buildInboundMails } from './inboundMails.ts';
import { buildMailDeliveries } from './mailDeliveries.ts';
import { buildOrganizations } from './organizations.ts';
import { buildSavedReplies } from './savedReplies.ts';
import { buildSettings } from './settings.ts';
import { buildTicketChanges } from './ticketChanges.ts';
import { buildTicketReplies } from './ticketReplies.ts';
import { buildTickets } from './tickets.ts';
import { buildUsers } from './users.ts';
import { buildWebhookDeliveries } from './webhookDeliveries.ts';
import { buildWebhooks } from './webhooks.ts';

/** The builder of each collection, under the name that its feature declares. */
export const collectionBuilders: CollectionBuilders = {
  collections: {
    users: (context, { serverURL }) => buildUsers(context, serverURL?.startsWith('https:') ?? false),
    organizations: buildOrganizations,
    tickets: buildTickets,
    ticketReplies: buildTicketReplies,
    ticketChanges: buildTicketChanges,
    savedReplies: buildSavedReplies,
    folders: buildFolders,
    files: buildFiles,
    apiKeys: buildApiKeys,
    webhooks: buildWebhooks,
    webhookDeliveries: buildWebhookDeliveries,
    emailLog: buildEmailLogCollection,
    emailLogPurges: buildEmailLogPurges,
    inboundMails: buildInboundMails,
    mailDeliveries: buildMailDeliveries,
  },
  globals: [buildSettings],
  ofAll: [
    (collection, context) => {
      const { users, organizations } = context.options.slugs;
      if (collection.slug === users) return withUserHooks(collection, context);
      return collection.slug === organizations ? withOrganizationHooks(collection, context) : collection;
    },
  ],
};
