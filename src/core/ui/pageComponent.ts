import type { PortalContext } from '../context.ts';

/** A component of the admin UI that renders on the server, and gets the portal: an export of the package's entry `rsc`. */
export const pageComponent = (name: string, portal: PortalContext) => ({
  path: `payload-support-portal/rsc#${name}`,
  serverProps: { portal },
});
