import { type RecordId, relationId } from '../shared/ids.ts';
import { ticketOfDocument } from './changes.ts';
import type { StoredTicket } from './lockTicket.ts';

/** A ticket as it is stored, of the document that the CMS has just written. */
export const storedTicketOf = (document: { readonly id: RecordId }): StoredTicket => {
  const fields = document as Record<string, unknown> & { id: RecordId };
  return {
    id: fields.id,
    ...ticketOfDocument(fields),
    organization_id: relationId(fields.organization),
    created_by_id: relationId(fields.createdBy),
    created_at: new Date(String(fields.createdAt)),
    updated_at: new Date(String(fields.updatedAt)),
    sequence: Number(fields.sequence ?? 0),
  };
};
