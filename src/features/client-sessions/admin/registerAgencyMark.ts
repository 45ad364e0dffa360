import type { Config } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { withComponents } from '../../../core/ui/withComponents.ts';

/**
 * Shows the agency's logo or name in place of the CMS's mark at the login, if the options of the client pages name one. A
 * logo of the app's own stays.
 */
export const registerAgencyMark = (config: Config, portal: PortalContext): Config => {
  const { title, logo } = portal.options.clients.pages;
  if ((title === null && logo === null) || config.admin?.components?.graphics?.Logo) return config;
  const mark = { path: 'payload-support-portal/rsc#AgencyMark', serverProps: { portal } };
  return withComponents(config, ({ graphics }) => ({ graphics: { ...graphics, Logo: mark } }));
};
