import type { Payload, TypedUser } from 'payload';
import type { PortalContext } from '../context.ts';
import { apiRouteOf } from '../shared/portal/apiRoute.ts';
import type { PortalRoute } from './requests/portalApi.ts';

/** The way to the portal's API for a part that the server renders. In the browser: `usePortalRoute`. */
export const portalRouteOf = (
  payload: Pick<Payload, 'config'>,
  portal: Pick<PortalContext, 'options'>,
  user: TypedUser | null | undefined,
): PortalRoute => ({ route: apiRouteOf(payload, portal), person: user?.id });
