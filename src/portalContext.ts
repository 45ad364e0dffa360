import type { CollectionConfig } from 'payload';
import { buildAppHooks } from '../hooks/index.ts';
import { buildContext, type PortalContext } from './core/context.ts';
import { routesOf } from './core/http/routes.ts';
import type { SupportPortalOptions } from './core/options/options.ts';
import { resolveOptions } from './core/options/resolve.ts';
import { features } from './features.ts';

/**
 * The context of a portal with all features.
 *
 * @param appCollections the collections that the app has without the portal
 * @throws {OptionError} for an option that is wrong
 */
export const portalContextFrom = (
  given: SupportPortalOptions,
  appCollections?: readonly CollectionConfig[],
): PortalContext => {
  const options = resolveOptions(given, features, appCollections);
  const routes = options.disabled ? [] : routesOf(features, options);
  return buildContext({ options, features, hooks: buildAppHooks(options), routes });
};
