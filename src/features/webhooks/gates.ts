import type { PortalContext } from '../../core/context.ts';

/** Webhooks and their deliveries: read by staff, written by the portal alone. */
export const webhookAccess = ({ gates }: PortalContext) => ({
  ...gates.readByStaffAlone,
  read: gates.within('webhooks:read', gates.staff),
});
