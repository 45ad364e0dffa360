import type { Config } from 'payload';
import type { PortalContext } from '../context.ts';
import { settingsSlug } from '../settings/settingsSlug.ts';

/** Takes away the pages of a portal that is disabled, which would ask for what is not served; people stay. */
export const hidePages = (config: Config, { options: { slugs } }: PortalContext): Config => {
  const isPage = (slug: string) =>
    slug !== slugs.users && slug !== slugs.organizations && Object.values<string>(slugs).includes(slug);
  const hide = <Page extends { readonly admin?: object }>(page: Page) => ({
    ...page,
    admin: { ...page.admin, hidden: true },
  });
  return {
    ...config,
    collections: config.collections?.map((collection) =>
      isPage(collection.slug) ? hide(collection) : collection,
    ),
    globals: config.globals?.map((global) => (global.slug === settingsSlug ? hide(global) : global)),
  };
};
