import type { SupportPortalOptions } from 'payload-support-portal';
import { buildContext, type PortalContext } from '../../src/core/context.ts';
import { resolveOptions } from '../../src/core/options/resolve.ts';

/** What the parts of a portal with these options share. */
export const contextOf = (options: SupportPortalOptions = {}): PortalContext =>
  buildContext(resolveOptions(options));
