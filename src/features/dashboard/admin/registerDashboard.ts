import type { Config, DashboardConfig, PayloadRequest, Widget, WidgetInstance } from 'payload';
import { isStaff } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { textLabel } from '../../../core/texts/label.ts';

/** Adds the portal's widgets to the dashboard, before the app's. Users with a layout of their own keep it. */
export const registerDashboard = (config: Config, portal: PortalContext): Config => {
  const component = (name: string) => ({
    path: `payload-support-portal/rsc#${name}`,
    serverProps: { portal },
  });
  const widgets: readonly Widget[] = [
    {
      slug: 'portal-mail',
      label: textLabel('dashboard:widget:mail'),
      Component: component('MailWidget'),
      minWidth: 'medium',
    },
    {
      slug: 'portal-tickets',
      label: textLabel('dashboard:widget:tickets'),
      Component: component('TicketsWidget'),
      minWidth: 'small',
    },
    {
      slug: 'portal-webhooks',
      label: textLabel('dashboard:widget:webhooks'),
      Component: component('WebhooksWidget'),
      minWidth: 'small',
    },
  ];
  const { dashboard, components } = config.admin ?? {};
  return {
    ...config,
    admin: {
      ...config.admin,
      components: {
        ...components,
        beforeDashboard: [component('PortalAlerts'), ...(components?.beforeDashboard ?? [])],
      },
      dashboard: {
        ...dashboard,
        widgets: [...(dashboard?.widgets ?? []), ...widgets],
        defaultLayout: async ({ req }) => [
          ...layoutFor(portal, req),
          ...(await layoutOf(dashboard?.defaultLayout, req)),
        ],
      },
    },
  };
};

/** Who is no staff has no part in mail and webhooks. */
const layoutFor = (portal: PortalContext, { user }: PayloadRequest): WidgetInstance[] =>
  isStaff(portal.principalOf(user))
    ? [
        { widgetSlug: 'portal-mail', width: 'full' },
        { widgetSlug: 'portal-tickets', width: 'medium' },
        { widgetSlug: 'portal-webhooks', width: 'medium' },
      ]
    : [{ widgetSlug: 'portal-tickets', width: 'full' }];

/** The CMS's default, used if the app has no layout. */
const layoutOf = async (
  layout: DashboardConfig['defaultLayout'],
  req: PayloadRequest,
): Promise<WidgetInstance[]> => {
  if (typeof layout === 'function') return layout({ req });
  return layout ?? [{ widgetSlug: 'collections', width: 'full' }];
};
