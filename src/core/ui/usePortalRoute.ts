import { useConfig } from '@payloadcms/ui';
import { apiRouteOf } from '../shared/apiRoute.ts';
import { type AdminCustom, portalCustom } from './portalCustom.ts';

/** What the addresses of the portal's API begin with, as {@link callPortal} wants it. */
export const usePortalRoute = (): string => {
  const { config } = useConfig();
  const { prefix } = (config.admin.custom as AdminCustom)[portalCustom];
  return apiRouteOf({ config }, { options: { prefix } });
};
