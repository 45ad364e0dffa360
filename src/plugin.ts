import type { BaseDatabaseAdapter, Config, Payload, Plugin } from 'payload';
import { buildApiKeys } from '../collections/apiKeys.ts';
import { buildEmailLog } from '../collections/emailLog.ts';
import { buildEmailLogPurges } from '../collections/emailLogPurges.ts';
import { buildFiles } from '../collections/files.ts';
import { buildFolders } from '../collections/folders.ts';
import { buildOrganizations } from '../collections/organizations.ts';
import { buildSettings } from '../collections/settings.ts';
import { buildTicketChanges } from '../collections/ticketChanges.ts';
import { buildTicketReplies } from '../collections/ticketReplies.ts';
import { buildTickets } from '../collections/tickets.ts';
import { buildUsers } from '../collections/users.ts';
import { buildWebhookDeliveries } from '../collections/webhookDeliveries.ts';
import { buildWebhooks } from '../collections/webhooks.ts';
import { endWebhooksWith } from '../hooks/deleteWebhooks.ts';
import { guardAccessQueries, guardDocumentAccess } from '../hooks/guardDocumentAccess.ts';
import { hideFailedResetMutation } from '../hooks/hideFailedReset.ts';
import { lockTicketsOf } from '../hooks/lockTicketsOf.ts';
import { refuseFarSorts } from '../hooks/refuseFarSorts.ts';
import { refuseImpossibleValues } from '../hooks/refuseImpossibleValues.ts';
import { registerDashboard } from './admin/dashboard/registerDashboard.ts';
import { hidePages } from './admin/hidePages.ts';
import { type AdminCustom, portalCustom } from './admin/portalCustom.ts';
import { registerApi } from './api/register.ts';
import { registerBin } from './bin/register.ts';
import { attachContext, buildContext, type PortalContext } from './context.ts';
import { isEnvironmentNamed, neverPush } from './database/push.ts';
import { watchTransactions } from './database/transaction.ts';
import { fallbackSender, portalAdapter } from './mail/portalAdapter.ts';
import { addTo } from './options/additions.ts';
import { resolveOptions } from './options/resolve.ts';
import type { SupportPortalOptions } from './options.ts';
import { followRequests } from './request/followRequests.ts';
import { type Portal, portalOf, startPortal } from './start.ts';

/**
 * The client-support portal as a Payload plugin: the email log, its access gates and its API.
 *
 * @throws an Error that names the option, where one is wrong
 */
export const supportPortal =
  (options: SupportPortalOptions = {}): Plugin =>
  (config) => {
    const context = buildContext(resolveOptions(options, config.collections));
    const withSchema = registerCollections(config, context);
    if (context.options.disabled) return hidePages(withSchema, context);
    const withAdmin = registerDashboard(registerLogging(withSchema), context);
    const withDoors = registerBin(registerApi(withAdmin, context));
    return attachContext(registerStart(registerMail(withDoors, context), context), context);
  };

const registerCollections = (config: Config, context: PortalContext): Config => {
  const { additions, existing, slugs } = context.options;
  const isSecure = config.serverURL?.startsWith('https:') ?? false;
  const own = [
    ...(existing.users ? [] : [addTo(buildUsers(context, isSecure), 'users', additions)]),
    ...(existing.organizations ? [] : [addTo(buildOrganizations(context), 'organizations', additions)]),
    addTo(buildTickets(context), 'tickets', additions),
    addTo(buildTicketReplies(context), 'ticketReplies', additions),
    addTo(buildTicketChanges(context), 'ticketChanges', additions),
    addTo(buildFolders(context), 'folders', additions),
    addTo(buildFiles(context), 'files', additions),
    addTo(buildApiKeys(context), 'apiKeys', additions),
    addTo(buildWebhooks(context), 'webhooks', additions),
    addTo(buildWebhookDeliveries(context), 'webhookDeliveries', additions),
    addTo(buildEmailLog(context), 'emailLog', additions),
    addTo(buildEmailLogPurges(context), 'emailLogPurges', additions),
  ]
    .map(guardDocumentAccess)
    .map(refuseFarSorts)
    .map(refuseImpossibleValues);
  const users = own.find(({ slug }) => slug === slugs.users);
  const collections = [...(config.collections ?? []), ...own]
    .map((collection) =>
      collection.slug === slugs.organizations ? endWebhooksWith(collection, context) : collection,
    )
    .map((collection) => lockTicketsOf(collection, context));
  return {
    ...config,
    collections,
    globals: [...(config.globals ?? []), buildSettings(context)],
    admin: {
      ...config.admin,
      custom: {
        ...config.admin?.custom,
        [portalCustom]: { prefix: context.options.prefix } satisfies AdminCustom[typeof portalCustom],
      },
    },
    graphQL: {
      ...config.graphQL,
      queries: guardAccessQueries(own, config.graphQL?.queries),
      ...(users && { mutations: hideFailedResetMutation(users, config.graphQL?.mutations) }),
    },
  };
};

/** A client's mistake, told to the client, is no error of the server: its log needs no stack of it. */
const registerLogging = (config: Config): Config => ({
  ...config,
  // The CMS's type names its own errors alone.
  loggingLevels: { ...({ ApiError: 'debug' } as Config['loggingLevels']), ...config.loggingLevels },
});

const registerMail = (config: Config, { options }: PortalContext): Config => ({
  ...config,
  email: config.email ?? portalAdapter(options.mail.from ?? fallbackSender),
});

/** The database is made before the email adapter is loaded: the one moment at which every mail can be caught. */
const registerStart = (config: Config, context: PortalContext): Config => ({
  ...config,
  db: {
    ...config.db,
    init: ({ payload }) => {
      const portal = startPortal(payload, context);
      const adapter = config.db.init({ payload });
      watchTransactions(adapter, payload);
      if (!isEnvironmentNamed()) neverPush(adapter);
      return joinPortal(adapter, payload, portal);
    },
  },
  onInit: async (payload) => {
    await config.onInit?.(payload);
    await portalOf(payload)?.open();
  },
});

/** The adapter is initialised anew by a hot reload, which has brought another config and destroyed the database. */
const joinPortal = (
  adapter: BaseDatabaseAdapter,
  payload: Payload,
  { close }: Portal,
): BaseDatabaseAdapter => {
  const { init, destroy } = adapter;
  return Object.assign(adapter, {
    init: async () => {
      // Several instances may share one config: the request says which of them serves it.
      followRequests(payload, async (req) => portalOf(req.payload)?.served());
      await init?.call(adapter);
    },
    destroy: async () => {
      await close();
      await destroy?.call(adapter);
    },
  });
};
