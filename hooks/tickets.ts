import type { CollectionConfig } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { announceTicket } from '../src/features/tickets/announce.ts';
import { deleteWithTicket, lockTicket } from '../src/features/tickets/record/storedTicket.ts';
import { completeChange, completeNewTicket } from '../src/features/tickets/record/ticketRules.ts';
import { assertPlain } from '../src/features/tickets/text.ts';

/** The rules of tickets, for the API, the admin UI and the Local API alike. */
export const buildTicketHooks = (portal: PortalContext): CollectionConfig['hooks'] => ({
  beforeOperation: [
    // Changes of a ticket wait for each other before the CMS reads it. The CMS takes the fields that a change leaves out
    // from its earlier reading, which would undo a change by another user in between.
    async ({ args, operation, req }) => {
      if (operation === 'update' && 'id' in args && args.id !== undefined)
        await lockTicket(req, portal, args.id);
    },
  ],
  beforeChange: [
    async ({ data, operation, originalDoc: stored, req }) => {
      assertPlain(data);
      return operation === 'create'
        ? completeNewTicket({ req, portal, data })
        : completeChange({ req, portal, data, stored });
    },
  ],
  afterChange: [
    ({ doc, operation, previousDoc, req }) =>
      announceTicket({ req, portal, ticket: doc, before: operation === 'create' ? null : previousDoc }),
  ],
  beforeDelete: [({ id, req }) => deleteWithTicket(req, portal, id)],
});
