import type { Config, Plugin } from 'payload';
import { registerDashboard } from './admin/dashboard/registerDashboard.ts';
import { hidePages } from './admin/hidePages.ts';
import { registerGraphqlGuard } from './api/cms/guardGraphql.ts';
import { registerApi } from './api/register.ts';
import { registerBin } from './bin/register.ts';
import { attachContext, buildContext, type PortalContext } from './context.ts';
import { assertPostgres } from './database/assertPostgres.ts';
import { fallbackSender, portalAdapter } from './mail/interception.ts';
import { resolveOptions } from './options/resolve.ts';
import type { SupportPortalOptions } from './options.ts';
import { registerCollections } from './registerCollections.ts';
import { registerStart } from './registerStart.ts';
import { registerTranslations } from './translations/register.ts';
import { pushIfNamed } from './upstream/unnamedEnvironment.ts';

/**
 * The client-support portal as a Payload plugin: the email log, its access gates and its API.
 *
 * @throws an Error that names the option that is wrong, or the database adapter if it is not that of PostgreSQL
 */
export const supportPortal =
  (options: SupportPortalOptions = {}): Plugin =>
  (config) => {
    const context = buildContext(resolveOptions(options, config.collections));
    const withSchema = registerCollections(registerTranslations(pushIfNamed(config)), context);
    if (context.options.disabled) return hidePages(withSchema, context);
    assertPostgres(config.db);
    const withAdmin = registerDashboard(registerLogging(withSchema), context);
    const withDoors = registerBin(registerGraphqlGuard(registerApi(withAdmin, context), context));
    return attachContext(registerStart(registerMail(withDoors, context), context), context);
  };

/** A client's mistake is told to the client. It is no error of the server, so the server's log needs no stack. */
const registerLogging = (config: Config): Config => ({
  ...config,
  // The CMS's type lists the CMS's own errors only.
  loggingLevels: {
    ...({ ApiError: 'debug', RefusedReset: 'debug' } as Config['loggingLevels']),
    ...config.loggingLevels,
  },
});

const registerMail = (config: Config, { options }: PortalContext): Config => ({
  ...config,
  email: config.email ?? portalAdapter(options.mail.from ?? fallbackSender),
});
