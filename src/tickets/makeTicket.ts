import type { CollectionSlug, PayloadRequest } from 'payload';
import type { PortalContext } from '../context.ts';
import { postgresOf } from '../database/pool.ts';
import { inTransaction } from '../database/transaction.ts';
import { areTicketsAsBuilt } from './asBuilt.ts';
import { beginTicket } from './beginTicket.ts';
import { insertTicket } from './insertTicket.ts';
import type { StoredTicket } from './lockTicket.ts';
import { storedTicketOf } from './storedTicket.ts';
import { defaultPriority } from './vocabulary.ts';

interface Making {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  /** By the CMS's names of the fields; texts are checked. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Makes a ticket for somebody who may make one. Where anybody else has a part in the collection, the CMS makes it, with
 * their hooks and fields; otherwise the portal stores by itself what the CMS would, in a fraction of the time.
 *
 * @throws {ApiError} `validation_failed`
 */
export const makeTicket = async (making: Making): Promise<StoredTicket> => {
  const { req, portal } = making;
  // The CMS makes ids of the type `uuidv7` by itself.
  const isPlain = postgresOf(req.payload).idType !== 'uuidv7' && areTicketsAsBuilt(req.payload, portal);
  return isPlain ? insertPlain(making) : createByCms(making);
};

const insertPlain = async ({ req, portal, data }: Making): Promise<StoredTicket> => {
  const fields = await beginTicket({ req, portal, data: { priority: defaultPriority, ...data } });
  return insertTicket({ req, portal, fields });
};

const createByCms = ({ req, portal, data }: Making): Promise<StoredTicket> =>
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
