import type { CollectionBeforeValidateHook } from 'payload';
import type { PortalContext } from '../src/context.ts';
import { completeReply } from '../src/tickets/replyRules.ts';

/** Holds the rules of replies, whichever door one comes by. */
export const buildKeepReplyRules =
  (portal: PortalContext): CollectionBeforeValidateHook =>
  async ({ data = {}, operation, req }) =>
    operation === 'create' ? completeReply({ req, portal, data }) : data;
