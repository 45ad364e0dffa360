import type { PortalContext } from '../../core/context.ts';

/** Messages that came by mail: read by staff, who turn them into tickets; written by the portal alone. */
export const inboundMailAccess = ({ gates }: PortalContext) => ({
  ...gates.readByStaffAlone,
  read: gates.within('tickets:write', gates.staff),
});
