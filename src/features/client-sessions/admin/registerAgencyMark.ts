import type { Config } from 'payload';
import type { PortalContext } from '../../../core/context.ts';

/**
 * Shows the agency's logo or name in place of the CMS's mark at the login, if the options of the client pages name one. A
 * logo of the app's own stays.
 */
export const registerAgencyMark = (config: Config, portal: PortalContext): Config => {
  const { title, logo } = portal.options.clients.pages;
  const { graphics, ...components } = config.admin?.components ?? {};
  if ((title === null && logo === null) || graphics?.Logo) return config;
  return {
    ...config,
    admin: {
      ...config.admin,
      components: {
        ...components,
        graphics: {
          ...graphics,
          Logo: { path: 'payload-support-portal/rsc#AgencyMark', serverProps: { portal } },
        },
      },
    },
  };
};
