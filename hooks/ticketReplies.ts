import type { CollectionConfig } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { completeReply, followReply } from '../src/features/tickets/replies/replies.ts';

/** The rules of replies, for the API, the admin UI and the Local API alike. */
export const buildReplyHooks = (portal: PortalContext): CollectionConfig['hooks'] => ({
  beforeValidate: [
    async ({ data = {}, operation, req }) =>
      operation === 'create' ? completeReply({ req, portal, data }) : data,
  ],
  afterChange: [
    async ({ doc, operation, req }) => {
      if (operation === 'create') await followReply({ req, portal, reply: doc });
    },
  ],
});
