import type { Config, Plugin } from 'payload';
import { collectionBuilders } from '../collections/index.ts';
import { registerBin } from './bin/register.ts';
import { attachContext, type PortalContext } from './core/context.ts';
import { assertPostgres } from './core/database/assertPostgres.ts';
import type { AppAddresses } from './core/feature.ts';
import { registerGraphqlGuard } from './core/http/cms/guardGraphql.ts';
import { registerApi } from './core/http/register.ts';
import { registerLogging } from './core/http/registerLogging.ts';
import type { SupportPortalOptions } from './core/options/options.ts';
import { registerCollections } from './core/portal/registerCollections.ts';
import { registerStart } from './core/portal/registerStart.ts';
import { registerTranslations } from './core/texts/register.ts';
import { hidePages } from './core/ui/hidePages.ts';
import { registerOpener } from './core/ui/registerOpener.ts';
import { pushIfNamed } from './core/upstream/unnamedEnvironment.ts';
import { portalContextFrom } from './portalContext.ts';

/**
 * The client-support portal as a Payload plugin.
 *
 * @throws an Error that names the option that is wrong, or the database adapter if it is not that of PostgreSQL
 */
export const supportPortal =
  (options: SupportPortalOptions = {}): Plugin =>
  (config) => {
    const portal = portalContextFrom(options, config.collections);
    const withTexts = registerTranslations(pushIfNamed(config), portal.features, addressesOf(config, portal));
    const withSchema = registerCollections(withTexts, portal, collectionBuilders);
    if (portal.options.disabled) return hidePages(withSchema, portal);
    assertPostgres(config.db);
    const extended = portal.features.reduce(
      (extending, feature) => feature.extendConfig?.(extending, portal) ?? extending,
      registerOpener(registerLogging(withSchema)),
    );
    const withApi = registerBin(registerGraphqlGuard(registerApi(extended, portal), portal));
    return attachContext(registerStart(withApi, portal), portal);
  };

const addressesOf = (config: Config, portal: PortalContext): AppAddresses =>
  Object.assign(
    { clientPages: null, mail: null },
    ...portal.features.map(({ addresses }) => addresses?.(config, portal)),
  );
