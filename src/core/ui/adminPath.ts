import type { Payload } from 'payload';
import { formatAdminURL } from 'payload/shared';

/** The address of a page of the admin UI, such as `/admin/collections/tickets`. */
export const adminPath = ({ config }: Payload, path: `/${string}`): string =>
  formatAdminURL({ adminRoute: config.routes.admin, path });
