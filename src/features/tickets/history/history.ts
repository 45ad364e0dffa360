import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { newIdSql } from '../../../core/database/ids.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { idText, idTextOrNull, type RecordId } from '../../../core/shared/values/ids.ts';
import { excerptsOf, type TicketChanges } from './changes.ts';

/** An entry of a ticket's history: its changes, or the client as whom staff have looked at it. */
export type HistoryEntry = TicketChanges & {
  /** The client as whom it was seen. */
  readonly seen_as?: { readonly from: null; readonly to: string };
};

interface NewEntry {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly ticketId: RecordId;
  readonly changes: HistoryEntry;
  readonly at: Date;
}

/**
 * Adds a change to its ticket's history, in the transaction of the change.
 *
 * @returns its number, which rises by one per ticket
 */
export const recordChange = async ({ req, portal, ticketId, changes, at }: NewEntry): Promise<number> => {
  const { slugs } = portal.options;
  const { payload } = req;
  const id = newIdSql(payload);
  // The number is a hidden field, which the CMS does not show to hooks.
  const { rows } = await runStatement<{ sequence: string }>(
    req,
    `insert into ${tableOf(payload, slugs.ticketChanges)}
       (${id.column} ticket_id, sequence, user_id, changes, created_at)
     select ${id.value} id, sequence, $2, $3::jsonb, $4::timestamptz
     from ${tableOf(payload, slugs.tickets)} where id = $1
     returning sequence`,
    [
      ticketId,
      idTextOrNull(portal.principalOf(req.user)?.id ?? null),
      JSON.stringify(forHistory(changes)),
      at.toISOString(),
    ],
  );
  return Number(rows[0]?.sequence);
};

interface EarlierChange {
  readonly ticketId: RecordId;
  readonly userId: RecordId;
  /** The number of the change before which it is to be. */
  readonly sequence: number;
  readonly seconds: number;
}

/** True if a user changed the ticket's status before, within a time. */
export const hasChangedStatus = async (
  req: PayloadRequest,
  portal: PortalContext,
  { ticketId, userId, sequence, seconds }: EarlierChange,
): Promise<boolean> => {
  const { rowCount } = await runStatement(
    req,
    `select from ${tableOf(req.payload, portal.options.slugs.ticketChanges)}
     where ticket_id = $1 and user_id = $2 and sequence < $3 and changes->'status' is not null
       and created_at > now() - $4 * interval '1 second' limit 1`,
    [ticketId, idText(userId), sequence, seconds],
  );
  return rowCount === 1;
};

/** Records that the request's user sees a ticket as its requester does. */
export const recordView = async (
  req: PayloadRequest,
  portal: PortalContext,
  { ticketId, requesterId }: { readonly ticketId: RecordId; readonly requesterId: RecordId },
): Promise<void> => {
  const changes = { seen_as: { from: null, to: idText(requesterId) } };
  await recordChange({ req, portal, ticketId, changes, at: new Date() });
};

const forHistory = ({ description, ...others }: HistoryEntry): HistoryEntry =>
  description ? { ...others, description: excerptsOf(description) } : others;
