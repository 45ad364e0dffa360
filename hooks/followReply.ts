import type { CollectionAfterChangeHook } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { followReply } from '../src/features/tickets/followReply.ts';

/** Carries out what a reply causes, in the same transaction. */
export const buildFollowReply =
  (portal: PortalContext): CollectionAfterChangeHook =>
  async ({ doc, operation, req }) => {
    if (operation === 'create') await followReply({ req, portal, reply: doc });
  };
