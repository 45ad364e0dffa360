import type { Config } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { fallbackSender, portalAdapter } from './interception/interception.ts';

/** Gives an app without a mail adapter the portal's own. */
export const registerMail = (config: Config, { options }: PortalContext): Config => ({
  ...config,
  email: config.email ?? portalAdapter(options.mail.from ?? fallbackSender),
});
