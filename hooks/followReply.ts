import type { CollectionAfterChangeHook } from 'payload';
import type { PortalContext } from '../src/context.ts';
import { followReply } from '../src/tickets/followReply.ts';

/** Lets a reply move its ticket, and sets off what follows, committed with it or not at all. */
export const buildFollowReply =
  (portal: PortalContext): CollectionAfterChangeHook =>
  async ({ doc, operation, req }) => {
    if (operation === 'create') await followReply({ req, portal, reply: doc });
  };
