import type { Config, Plugin } from 'payload';
import { buildEmailLog } from '../collections/emailLog.ts';
import { buildOrganizations } from '../collections/organizations.ts';
import { buildUsers } from '../collections/users.ts';
import { registerApi } from './api/register.ts';
import { buildContext, type PortalContext } from './context.ts';
import { fallbackSender, portalAdapter } from './mail/portalAdapter.ts';
import { resolveOptions, type SupportPortalOptions } from './options.ts';
import { startPortal } from './start.ts';

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
    return registerStart(registerMail(registerApi(withSchema, context), context), context);
  };

const registerCollections = (config: Config, context: PortalContext): Config => ({
  ...config,
  collections: [
    ...(config.collections ?? []),
    ...(context.options.usesExistingUsers ? [] : [buildUsers(context)]),
    buildOrganizations(context),
    buildEmailLog(context),
  ],
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
    init: (args) => {
      const adapter = config.db.init(args);
      startPortal(args.payload, context);
      return adapter;
    },
  },
});
