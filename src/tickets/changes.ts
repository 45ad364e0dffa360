import type { RecordId } from '../shared/ids.ts';
import { idTextOrNull, relationId } from '../shared/ids.ts';
import type { Priority, Status } from './vocabulary.ts';

/** What of a ticket can change, by the API's field names. */
export interface ChangeableTicket {
  readonly subject: string;
  readonly description: string | null;
  readonly status: Status;
  readonly priority: Priority;
  readonly requester_id: RecordId | null;
  readonly assignee_id: RecordId | null;
}

export type TicketChanges = Partial<
  Record<keyof ChangeableTicket, { from: string | null; to: string | null }>
>;

const fields = ['subject', 'description', 'status', 'priority', 'requester_id', 'assignee_id'] as const;

/** What differs between two states of a ticket. */
export const changesOf = (before: ChangeableTicket, after: ChangeableTicket): TicketChanges => {
  const changes: TicketChanges = {};
  for (const field of fields) {
    const [from, to] = [idTextOrNull(before[field]), idTextOrNull(after[field])];
    if (from !== to) changes[field] = { from, to };
  }
  return changes;
};

/** The same of a document of the CMS. */
export const ticketOfDocument = (document: Record<string, unknown>): ChangeableTicket => ({
  subject: String(document.subject),
  description: (document.description ?? null) as string | null,
  status: document.status as Status,
  priority: document.priority as Priority,
  requester_id: relationId(document.requester),
  assignee_id: relationId(document.assignee),
});
