import type { Config } from 'payload';
import type { PortalContext } from '../../../../core/context.ts';
import { withComponents } from '../../../../core/ui/withComponents.ts';

/** Adds the part of the admin UI that holds replies back. It stands above the pages, so that it outlives them. */
export const registerHeldReplies = (config: Config, { options }: PortalContext): Config => {
  const { undoSeconds } = options.tickets;
  if (undoSeconds === 0) return config;
  const held = { path: 'payload-support-portal/client#HeldReplies', clientProps: { seconds: undoSeconds } };
  return withComponents(config, ({ providers = [] }) => ({ providers: [...providers, held] }));
};
