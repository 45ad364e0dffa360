import { withUserHooks } from '../hooks/users.ts';
import type { CollectionBuilders } from '../src/core/portal/registerCollections.ts';
import { buildApiKeys } from './apiKeys.ts';
import { buildEmailLogCollection } from './emailLog.ts';
import { buildEmailLogPurges } from './emailLogPurges.ts';
import { buildFiles } from './files.ts';
import { buildFolders } from './folders.ts';
import { buildInboundMails } from './inboundMails.ts';
import { buildLinkActivity } from './linkActivity.ts';
import { buildMailDeliveries } from './mailDeliveries.ts';
import { buildOrganizations } from './organizations.ts';
import { buildSavedReplies } from './savedReplies.ts';
import { buildSettings } from './settings.ts';
import { buildTicketChanges } from './ticketChanges.ts';
import { buildTicketReplies } from './ticketReplies.ts';
import { buildTickets } from './tickets.ts';
import { buildTransfers } from './transfers.ts';
import { buildUploadRequests } from './uploadRequests.ts';
import { buildUsers } from './users.ts';
import { buildWebhookDeliveries } from './webhookDeliveries.ts';
import { buildWebhooks } from './webhooks.ts';

/** The builder of each collection, under the name that its feature declares, in the order of the admin UI's navigation. */
export const collectionBuilders: CollectionBuilders = {
  collections: {
    tickets: buildTickets,
    inboundMails: buildInboundMails,
    // Folders first: PostgreSQL's names of their indexes go by this order.
    folders: buildFolders,
    files: buildFiles,
    transfers: buildTransfers,
    uploadRequests: buildUploadRequests,
    emailLog: buildEmailLogCollection,
    users: (portal, { serverURL }) => buildUsers(portal, serverURL?.startsWith('https:') ?? false),
    organizations: buildOrganizations,
    savedReplies: buildSavedReplies,
    apiKeys: buildApiKeys,
    webhooks: buildWebhooks,
    emailLogPurges: buildEmailLogPurges,
    ticketReplies: buildTicketReplies,
    ticketChanges: buildTicketChanges,
    webhookDeliveries: buildWebhookDeliveries,
    mailDeliveries: buildMailDeliveries,
    linkActivity: buildLinkActivity,
  },
  globals: [buildSettings],
  ofAll: [
    (collection, portal) =>
      collection.slug === portal.options.slugs.users ? withUserHooks(collection, portal) : collection,
  ],
};
