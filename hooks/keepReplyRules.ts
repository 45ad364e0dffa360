import type { CollectionBeforeValidateHook } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { completeReply } from '../src/features/tickets/replyRules.ts';

/** Enforces the rules of replies, for the API, the admin UI and the Local API alike. */
export const buildKeepReplyRules =
  (portal: PortalContext): CollectionBeforeValidateHook =>
  async ({ data = {}, operation, req }) =>
    operation === 'create' ? completeReply({ req, portal, data }) : data;
