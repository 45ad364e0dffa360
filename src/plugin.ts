import type { BaseDatabaseAdapter, Config, Plugin } from 'payload';
import { buildApiKeys } from '../collections/apiKeys.ts';
import { buildEmailLog } from '../collections/emailLog.ts';
import { buildEmailLogPurges } from '../collections/emailLogPurges.ts';
import { buildFiles } from '../collections/files.ts';
import { buildFolders } from '../collections/folders.ts';
import { buildOrganizations } from '../collections/organizations.ts';
import { buildSettings } from '../collections/settings.ts';
import { buildTicketReplies } from '../collections/ticketReplies.ts';
import { buildTickets } from '../collections/tickets.ts';
import { buildUsers } from '../collections/users.ts';
import { buildWebhookDeliveries } from '../collections/webhookDeliveries.ts';
import { buildWebhooks } from '../collections/webhooks.ts';
import { guardAccessQueries, guardDocumentAccess } from '../hooks/guardDocumentAccess.ts';
import { registerApi } from './api/register.ts';
import { buildContext, type PortalContext } from './context.ts';
import { watchTransactions } from './database/transaction.ts';
import { fallbackSender, portalAdapter } from './mail/portalAdapter.ts';
import { resolveOptions, type SupportPortalOptions } from './options.ts';
import { portalOf, startPortal } from './start.ts';

/**
 * The client-support portal as a Payload plugin: the email log, its access gates and its API.
 *
 * @throws an Error that names the option, where one is wrong
 */
export const supportPortal =
  (options: SupportPortalOptions = {}): Plugin =>
  (config) => {
    const context = buildContext(resolveOptions(options));
    const withSchema = registerCollections(config, context);
    if (context.options.disabled) return withSchema;
    return registerStart(registerMail(registerApi(registerLogging(withSchema), context), context), context);
  };

const registerCollections = (config: Config, context: PortalContext): Config => {
  const own = [
    ...(context.options.usesExistingUsers
      ? []
      : [buildUsers(context, config.serverURL?.startsWith('https:') ?? false)]),
    buildOrganizations(context),
    buildTickets(context),
    buildTicketReplies(context),
    buildFolders(context),
    buildFiles(context),
    buildApiKeys(context),
    buildWebhooks(context),
    buildWebhookDeliveries(context),
    buildEmailLog(context),
    buildEmailLogPurges(context),
  ].map(guardDocumentAccess);
  return {
    ...config,
    collections: [...(config.collections ?? []), ...own],
    globals: [...(config.globals ?? []), buildSettings(context)],
    graphQL: { ...config.graphQL, queries: guardAccessQueries(own, config.graphQL?.queries) },
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
      const { close } = startPortal(payload, context);
      const adapter = config.db.init({ payload });
      watchTransactions(adapter, payload);
      return closingWith(adapter, close);
    },
  },
  onInit: async (payload) => {
    await config.onInit?.(payload);
    await portalOf(payload)?.open();
  },
});

const closingWith = (adapter: BaseDatabaseAdapter, close: () => Promise<void>): BaseDatabaseAdapter => {
  const { destroy } = adapter;
  return Object.assign(adapter, {
    destroy: async () => {
      await close();
      await destroy?.call(adapter);
    },
  });
};
