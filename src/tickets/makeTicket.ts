import type { CollectionSlug, PayloadRequest } from 'payload';
import type { PortalContext } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import type { StoredTicket } from './lockTicket.ts';
import { storedTicketOf } from './storedTicket.ts';

interface Making {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  /** By the CMS's names of the fields; texts are checked. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Creates a ticket through the CMS, with every field and hook that the app or another plugin has added.
 *
 * @throws {ApiError} `validation_failed`
 */
export const makeTicket = ({ req, portal, data }: Making): Promise<StoredTicket> =>
  inTransaction(req, async () => {
    const made = await req.payload.create({
      collection: portal.options.slugs.tickets as CollectionSlug,
      data,
      depth: 0,
      overrideAccess: false,
      req,
    });
    return storedTicketOf(made);
  });
