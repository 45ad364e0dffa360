import type { CollectionSlug, Payload, TypedUser } from 'payload';
import type { RecordId } from '../../shared/ids.ts';
import type { TicketChanges } from '../../tickets/changes.ts';

/** A row of a ticket's history as the CMS gives it to its admin UI. */
export interface HistoryRow {
  readonly id: RecordId;
  /** Null if nobody was logged in. */
  readonly userId?: string | null;
  readonly changes: TicketChanges;
  readonly createdAt: string;
}

interface Wanted {
  readonly ticketId: RecordId;
  readonly page: number;
  readonly perPage: number;
  readonly reader: TypedUser | null;
}

/** A page of what became of a ticket, newest first, as far as its reader may know. */
export const readHistory = async (
  payload: Payload,
  changesSlug: string,
  { ticketId, page, perPage, reader }: Wanted,
): Promise<{ readonly rows: readonly HistoryRow[]; readonly total: number }> => {
  const { docs, totalDocs } = await payload.find({
    collection: changesSlug as CollectionSlug,
    where: { ticket: { equals: ticketId } },
    sort: '-sequence',
    page,
    limit: perPage,
    depth: 0,
    overrideAccess: false,
    user: reader,
  });
  return { rows: docs as unknown as HistoryRow[], total: totalDocs };
};
