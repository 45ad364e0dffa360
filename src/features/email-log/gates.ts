import type { PortalContext } from '../../core/context.ts';

/** The email log, its purges and the reports about its mails: read by staff, written by the portal alone. */
export const emailLogAccess = ({ gates }: PortalContext) => ({
  ...gates.readByStaffAlone,
  read: gates.within('email-log:read', gates.staff),
});
