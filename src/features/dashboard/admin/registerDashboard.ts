import type { Config, DashboardConfig, PayloadRequest, Widget, WidgetInstance } from 'payload';
import { isStaff } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { textLabel } from '../../../core/texts/labels.ts';
import { withComponents } from '../../../core/ui/withComponents.ts';

/** Adds the portal's widgets to the dashboard, before the app's. Users with a layout of their own keep it. */
export const registerDashboard = (config: Config, portal: PortalContext): Config => {
  const component = (name: string) => ({
    path: `payload-support-portal/rsc#${name}`,
    serverProps: { portal },
  });
  const declared = portal.features.flatMap((feature) => feature.widgets ?? []);
  const widgets = declared.map(
    ({ slug, label, component: name, minWidth }): Widget => ({
      slug,
      label: textLabel(label),
      Component: component(name),
      minWidth,
    }),
  );
  const dashboard = config.admin?.dashboard;
  const withPortal = withComponents(config, ({ beforeDashboard = [] }) => ({
    beforeDashboard: [
      component('PortalWork'),
      ...portal.features.flatMap(({ dashboardActions = [] }) => dashboardActions).map(component),
      component('PortalAlerts'),
      ...beforeDashboard,
    ],
  }));
  return {
    ...withPortal,
    admin: {
      ...withPortal.admin,
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

/** Each widget in the width that its feature declares for the reader. */
const layoutFor = ({ features, principalOf }: PortalContext, { user }: PayloadRequest): WidgetInstance[] => {
  const reader = isStaff(principalOf(user)) ? 'staff' : 'others';
  return features
    .flatMap((feature) => feature.widgets ?? [])
    .flatMap(({ slug, width }) => {
      const wanted = width[reader];
      return wanted ? [{ widgetSlug: slug, width: wanted }] : [];
    });
};

/** The CMS's default, used if the app has no layout. */
const layoutOf = async (
  layout: DashboardConfig['defaultLayout'],
  req: PayloadRequest,
): Promise<WidgetInstance[]> => {
  if (typeof layout === 'function') return layout({ req });
  return layout ?? [{ widgetSlug: 'collections', width: 'full' }];
};
