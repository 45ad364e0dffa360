import type { Config } from 'payload';
import type { PortalContext } from '../context.ts';
import { settingsSlug } from '../shared/portal/settingsSlug.ts';

/** Hides the pages of a disabled portal, whose API is not served. Users and organizations stay. */
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
