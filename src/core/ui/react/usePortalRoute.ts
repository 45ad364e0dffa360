import { useConfig } from '@payloadcms/ui';
import { apiRouteOf } from '../../shared/portal/apiRoute.ts';
import { type AdminCustom, portalCustom } from '../portalCustom.ts';

/** The beginning of the addresses of the portal's API, in the form that {@link callPortal} takes. */
export const usePortalRoute = (): string => {
  const { config } = useConfig();
  const { prefix } = (config.admin.custom as AdminCustom)[portalCustom];
  return apiRouteOf({ config }, { options: { prefix } });
};
