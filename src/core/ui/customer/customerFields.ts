import type { Field } from 'payload';
import type { PortalContext } from '../../context.ts';
import type { CustomerPage } from '../../feature.ts';

/** The parts that features declare for the side of a customer's page. */
export const customerFields = (portal: PortalContext, page: CustomerPage): Field[] =>
  portal.features
    .flatMap((feature) => feature.customerParts ?? [])
    .filter(({ on }) => on.includes(page))
    .sort((one, other) => one.place - other.place)
    .map(({ name, component }) => ({
      name,
      type: 'ui',
      admin: {
        position: 'sidebar',
        disableListColumn: true,
        components: {
          Field: { path: `payload-support-portal/rsc#${component}`, serverProps: { portal, page } },
        },
      },
    }));
