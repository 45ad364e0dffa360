import type { Payload } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { containing, countRows, type Listing } from '../../../core/database/listRows.ts';
import { postgresOf } from '../../../core/database/pool.ts';
import { tableOf } from '../../../core/database/table.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import type { InboundOutcome } from '../vocabulary.ts';
import type { StoredMail } from './storedMail.ts';

interface MailFilter {
  readonly outcome?: InboundOutcome | undefined;
  /** Part of the sender's address. */
  readonly from?: string | undefined;
  /** Part of the subject. */
  readonly search?: string | undefined;
  readonly since?: Date | undefined;
  /** The end of the period, exclusive. */
  readonly before?: Date | undefined;
}

// A page has 100 messages, each of whose texts may be long: lists go without.
const listedColumns =
  'id, received_at, via, "from", from_name, "to", subject, message_id, outcome, reason, ticket_id, reply_id, log_row_id, authentication, null as text, null as connection, filename, filesize, digest, settled_by_id';

/** The messages that match, newest first, without their texts. */
export const mailListing = (payload: Payload, { options }: PortalContext, filter: MailFilter): Listing => ({
  columns: listedColumns,
  from: tableOf(payload, options.slugs.inboundMails),
  order: { column: 'received_at', direction: 'desc', ties: 'desc' },
  restrict: (conditions) =>
    conditions
      .add('outcome = ?', filter.outcome)
      .add('"from" ilike ?', containing(filter.from))
      .add('subject ilike ?', containing(filter.search))
      .add('received_at >= ?', filter.since)
      .add('received_at < ?', filter.before),
});

/** Number of messages of an outcome, or of all. */
export const countMails = (
  payload: Payload,
  portal: PortalContext,
  outcome: InboundOutcome | undefined,
): Promise<number> => countRows(payload, mailListing(payload, portal, { outcome }));

/** Age of the oldest waiting message, and the time at which a mailbox was last read: for metrics. */
export const inboundDepth = async (
  payload: Payload,
  { options }: PortalContext,
): Promise<{ oldestSeconds: number; lastReadAt: number }> => {
  const { rows } = await postgresOf(payload).pool.query<Record<'oldest' | 'read', string | null>>(
    `select (select extract(epoch from now() - min(received_at)) from ${tableOf(payload, options.slugs.inboundMails)}
       where outcome is null) as oldest,
     (select extract(epoch from max(read_at)) from support_portal.mailboxes) as read`,
  );
  return { oldestSeconds: Number(rows[0]?.oldest ?? 0), lastReadAt: Number(rows[0]?.read ?? 0) };
};

/** The next message that waits, older than this one; else the newest. */
export const nextWaiting = async (
  payload: Payload,
  { options }: PortalContext,
  { id, received_at }: StoredMail,
): Promise<string | null> => {
  const { rows } = await postgresOf(payload).pool.query<{ id: RecordId }>(
    `select id from ${tableOf(payload, options.slugs.inboundMails)}
     where outcome = 'held' and id <> $1 order by (received_at < $2) desc, received_at desc limit 1`,
    [id, received_at],
  );
  return rows[0] ? idText(rows[0].id) : null;
};

/** The newest tickets of an organization, after the one that a message names. */
export const findTicketChoices = async (
  payload: Payload,
  { options }: PortalContext,
  { organization, named }: Readonly<Record<'organization' | 'named', string | null>>,
): Promise<readonly { readonly id: RecordId; readonly subject: string }[]> => {
  const { rows } = await postgresOf(payload).pool.query<{ id: RecordId; subject: string }>(
    `select id, subject from ${tableOf(payload, options.slugs.tickets)}
     where organization_id::text = $1 or id::text = $2
     order by (id::text is not distinct from $2) desc, updated_at desc limit 50`,
    [organization, named],
  );
  return rows;
};
