import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../context.ts';
import { runStatement } from '../database/statement.ts';
import { tableOf } from '../database/table.ts';
import type { Slugs } from '../options/slugs.ts';
import type { RecordId } from '../shared/ids.ts';

/** A ticket that is merged into another one of its organization. */
export interface TicketMerge {
  /** In the transaction of the merge. */
  readonly req: PayloadRequest;
  readonly from: RecordId;
  readonly into: RecordId;
}

/** Moves the records of a collection along, which refer to their ticket by `ticket_id`. */
export const moveWithTicket =
  (collection: keyof Slugs) =>
  async ({ req, from, into }: TicketMerge, { options }: PortalContext): Promise<void> => {
    const table = tableOf(req.payload, options.slugs[collection]);
    await runStatement(req, `update ${table} set ticket_id = $2 where ticket_id = $1`, [from, into]);
  };
