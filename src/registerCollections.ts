import type { Config } from 'payload';
import { buildApiKeys } from '../collections/apiKeys.ts';
import { buildEmailLogCollection } from '../collections/emailLog.ts';
import { buildEmailLogPurges } from '../collections/emailLogPurges.ts';
import { buildFiles } from '../collections/files.ts';
import { buildFolders } from '../collections/folders.ts';
import { buildInboundMails } from '../collections/inboundMails.ts';
import { buildMailDeliveries } from '../collections/mailDeliveries.ts';
import { buildOrganizations } from '../collections/organizations.ts';
import { buildSavedReplies } from '../collections/savedReplies.ts';
import { buildSettings } from '../collections/settings.ts';
import { buildTicketChanges } from '../collections/ticketChanges.ts';
import { buildTicketReplies } from '../collections/ticketReplies.ts';
import { buildTickets } from '../collections/tickets.ts';
import { buildUsers } from '../collections/users.ts';
import { buildWebhookDeliveries } from '../collections/webhookDeliveries.ts';
import { buildWebhooks } from '../collections/webhooks.ts';
import { endWebhooksWith } from '../hooks/deleteWebhooks.ts';
import { limitResetMails } from '../hooks/limitResetMails.ts';
import { lockTicketsBeforeDelete } from '../hooks/lockTicketsOf.ts';
import { nameFieldsOfErrors } from '../hooks/nameFieldsOfErrors.ts';
import { type AdminCustom, portalCustom } from './admin/portalCustom.ts';
import type { PortalContext } from './context.ts';
import { guardQueries } from './guardQueries.ts';
import { addTo } from './options/additions.ts';
import { languagesOf } from './translations/register.ts';
import { answerAccessQuery } from './upstream/accessQuery.ts';
import { guardAccessQueries, guardDocumentAccess } from './upstream/documentAccess.ts';
import { hideFailedResetMutations } from './upstream/failedReset.ts';
import { type Languages, labelInEachLanguage } from './upstream/fieldLanguage.ts';
import { skipReplacedList } from './upstream/replacedList.ts';

/** Adds the portal's collections and its global, and guards the app's users and organizations. */
export const registerCollections = (config: Config, context: PortalContext): Config => {
  const { additions, existing, slugs } = context.options;
  const isSecure = config.serverURL?.startsWith('https:') ?? false;
  const languages = languagesOf(config) as unknown as Languages;
  const added = [
    ...(existing.users ? [] : [addTo(buildUsers(context, isSecure), 'users', additions)]),
    ...(existing.organizations ? [] : [addTo(buildOrganizations(context), 'organizations', additions)]),
    addTo(buildTickets(context), 'tickets', additions),
    addTo(buildTicketReplies(context), 'ticketReplies', additions),
    addTo(buildTicketChanges(context), 'ticketChanges', additions),
    addTo(buildSavedReplies(context), 'savedReplies', additions),
    addTo(buildFolders(context), 'folders', additions),
    addTo(buildFiles(context), 'files', additions),
    addTo(buildApiKeys(context), 'apiKeys', additions),
    addTo(buildWebhooks(context), 'webhooks', additions),
    addTo(buildWebhookDeliveries(context), 'webhookDeliveries', additions),
    addTo(buildEmailLogCollection(context), 'emailLog', additions),
    addTo(buildEmailLogPurges(context), 'emailLogPurges', additions),
    addTo(buildInboundMails(context), 'inboundMails', additions),
    addTo(buildMailDeliveries(context), 'mailDeliveries', additions),
  ];
  const { guardCollection, guardDatabase } = guardQueries(added);
  const own = added
    .map(guardDocumentAccess)
    .map(guardCollection)
    .map(skipReplacedList)
    .map(nameFieldsOfErrors)
    .map((collection) => ({ ...collection, fields: labelInEachLanguage(collection.fields, languages) }));
  const users = own.find(({ slug }) => slug === slugs.users);
  const collections = [...(config.collections ?? []), ...own]
    .map((collection) =>
      collection.slug === slugs.organizations ? endWebhooksWith(collection, context) : collection,
    )
    .map((collection) =>
      collection.slug === slugs.users ? limitResetMails(collection, context) : collection,
    )
    .map((collection) => lockTicketsBeforeDelete(collection, context));
  const settings = buildSettings(context);
  return {
    ...config,
    db: guardDatabase(config.db),
    collections,
    globals: [
      ...(config.globals ?? []),
      { ...settings, fields: labelInEachLanguage(settings.fields, languages) },
    ],
    admin: {
      ...config.admin,
      custom: {
        ...config.admin?.custom,
        [portalCustom]: { prefix: context.options.prefix } satisfies AdminCustom[typeof portalCustom],
      },
    },
    graphQL: {
      ...config.graphQL,
      queries: answerAccessQuery(guardAccessQueries(own, config.graphQL?.queries)),
      mutations: hideFailedResetMutations(users, config.graphQL?.mutations),
    },
  };
};
