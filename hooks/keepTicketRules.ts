import type { CollectionBeforeChangeHook } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { assertPlain } from '../src/features/tickets/text.ts';
import { completeChange, completeNewTicket } from '../src/features/tickets/ticketRules.ts';

/** Enforces the rules of tickets, for the API, the admin UI and the Local API alike. */
export const buildKeepTicketRules =
  (portal: PortalContext): CollectionBeforeChangeHook =>
  async ({ data, operation, originalDoc: stored, req }) => {
    assertPlain(data);
    return operation === 'create'
      ? completeNewTicket({ req, portal, data })
      : completeChange({ req, portal, data, stored });
  };
