import type { SupportPortalOptions } from 'payload-support-portal';
import type { PortalContext } from '../../../src/core/context.ts';
import { operationTable } from '../../../src/core/http/routes.ts';
import { portalContextFrom } from '../../../src/portalContext.ts';

/** The context of a portal with these options. */
export const contextOf = (options: SupportPortalOptions = {}): PortalContext => portalContextFrom(options);

/** Every operation of a portal with these options, as it is registered. */
export const operationsOf = (options: SupportPortalOptions = {}) => {
  const { features, options: resolved } = contextOf(options);
  return operationTable(features, resolved);
};

/** The tools of the portal's own. */
export const builtInTools = contextOf().features.flatMap(({ tools }) => tools ?? []);
