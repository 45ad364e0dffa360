import type { CollectionSlug, PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import { type RecordId, relationId } from '../../../core/shared/values/ids.ts';
import { ticketOfDocument } from '../history/changes.ts';
import { type Origin, withOrigin } from '../history/origin.ts';
import { sides } from '../vocabulary.ts';
import type { StoredTicket } from './storedTicket.ts';

interface NewTicket {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  /** Values by the CMS's names of the fields; texts are checked. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly origin: Origin;
  /**
   * Writes it past the access of the request's user: for a mail that staff make a ticket.
   *
   * @default false
   */
  readonly overrideAccess?: boolean;
}

/** A new ticket, with its followers. */
export interface CreatedTicket extends StoredTicket {
  readonly followers: readonly RecordId[];
}

/**
 * Creates a ticket for the request's user, with all hooks and fields of the collection. On the way:
 * `collections/tickets.ts`, `ticketRules.ts`; after the row: `announce.ts`.
 *
 * @throws {ApiError} `validation_failed`; and the CMS's own errors
 */
export const createTicketRecord = ({
  req,
  portal,
  data,
  origin,
  overrideAccess = false,
}: NewTicket): Promise<CreatedTicket> =>
  inTransaction(req, async () => {
    const document = await withOrigin(req, origin, () =>
      req.payload.create({
        collection: portal.options.slugs.tickets as CollectionSlug,
        data,
        depth: 0,
        overrideAccess,
        req,
      }),
    );
    return storedTicketOf(document);
  });

/** A ticket as it is stored, of the document that the CMS has just written. */
const storedTicketOf = (document: { readonly id: RecordId }): CreatedTicket => {
  const fields = document as Record<string, unknown> & { id: RecordId };
  return {
    id: fields.id,
    ...ticketOfDocument(fields),
    merged_into_id: null,
    organization_id: relationId(fields.organization),
    created_by_id: relationId(fields.createdBy),
    created_at: new Date(String(fields.createdAt)),
    updated_at: new Date(String(fields.updatedAt)),
    sequence: Number(fields.sequence ?? 0),
    source: (fields.source ?? null) as StoredTicket['source'],
    // The CMS does not show it to hooks.
    waiting_for: sides[0],
  };
};
