import type { Queue } from '../queue/jobs.ts';
import type { RecordId } from '../shared/ids.ts';

/** A mail that a change of a ticket causes, as its job carries it: to whom it goes is asked when it is sent. */
export interface TicketNotice {
  readonly about: 'created' | 'staff_reply' | 'client_reply' | 'status';
  readonly ticketId: RecordId;
  readonly replyId: RecordId | null;
  /** Who caused it, and is not told of it; null for code of the app. */
  readonly actorId: RecordId | null;
}

/** A mail's own limits are 10, 30 and 60 seconds at each of three transports; its job is not done twice meanwhile. */
export const noticeQueue: Queue<TicketNotice> = { name: 'ticket-notices', leaseSeconds: 50 };
