import type { Config } from 'payload';

/** Adds the part of the admin UI that knows who opened it. */
export const registerOpener = (config: Config): Config => {
  const { components } = config.admin ?? {};
  return {
    ...config,
    admin: {
      ...config.admin,
      components: {
        ...components,
        providers: ['payload-support-portal/client#Opener', ...(components?.providers ?? [])],
      },
    },
  };
};
