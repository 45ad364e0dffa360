import type { Config } from 'payload';

type Components = NonNullable<NonNullable<Config['admin']>['components']>;

/** A config whose admin UI has further components. @param add makes them, given those that are there */
export const withComponents = (config: Config, add: (components: Components) => Components): Config => {
  const components = config.admin?.components ?? {};
  return { ...config, admin: { ...config.admin, components: { ...components, ...add(components) } } };
};
