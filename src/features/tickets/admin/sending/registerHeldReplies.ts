import type { Config } from 'payload';
import type { PortalContext } from '../../../../core/context.ts';

/** Adds the part of the admin UI that holds replies back. It stands above the pages, so that it outlives them. */
export const registerHeldReplies = (config: Config, { options }: PortalContext): Config => {
  const { undoSeconds } = options.tickets;
  if (undoSeconds === 0) return config;
  const { components } = config.admin ?? {};
  return {
    ...config,
    admin: {
      ...config.admin,
      components: {
        ...components,
        providers: [
          ...(components?.providers ?? []),
          { path: 'payload-support-portal/client#HeldReplies', clientProps: { seconds: undoSeconds } },
        ],
      },
    },
  };
};
