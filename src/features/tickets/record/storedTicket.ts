import type { RecordId } from '../../../core/shared/values/ids.ts';
import type { Source } from '../history/origin.ts';
import type { Priority, Side, Status } from '../vocabulary.ts';

/** A ticket as it is stored. */
export interface StoredTicket {
  id: RecordId;
  subject: string;
  description: string | null;
  status: Status;
  priority: Priority;
  organization_id: RecordId | null;
  requester_id: RecordId | null;
  assignee_id: RecordId | null;
  created_by_id: RecordId | null;
  created_at: Date;
  updated_at: Date;
  /** Number of changes, so that receivers of its events can order them. */
  sequence: number;
  /** It is null for a ticket of a version before 4.10. */
  source: Source | null;
  /** It is null for none. */
  tags: readonly string[] | null;
  /** The side that did not write the last reply to the client; kept while the ticket is closed. */
  waiting_for: Side;
  /** It is null unless it is only a pointer to another ticket. */
  merged_into_id: RecordId | null;
}

export const ticketColumns =
  'id, subject, description, status, priority, organization_id, requester_id, assignee_id, created_by_id, created_at, updated_at, sequence, source, tags, waiting_for, merged_into_id';

/** The side whose reply is awaited. A closed ticket waits for no one. */
export const waitingFor = ({
  status,
  waiting_for,
}: Pick<StoredTicket, 'status' | 'waiting_for'>): Side | null => (status === 'closed' ? null : waiting_for);

/** drizzle returns timestamps as text, and the driver returns `numeric` as text. */
export const ticketOfRow = (row: StoredTicket): StoredTicket => ({
  ...row,
  created_at: new Date(row.created_at),
  updated_at: new Date(row.updated_at),
  sequence: Number(row.sequence),
});
