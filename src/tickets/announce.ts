import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../context.ts';
import { enqueue } from '../queue/jobs.ts';
import { changesOf, ticketOfDocument } from './changes.ts';
import { noticeQueue } from './notices.ts';

interface Announcement {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  /** The document of the CMS, as it is now. */
  readonly ticket: Record<string, unknown> & { id: number | string };
  /** As it was; null where it is new. */
  readonly before: Record<string, unknown> | null;
}

/** Has the mails sent that a new or changed ticket causes: by jobs, in the transaction of the change. */
export const announceTicket = async ({ req, portal, ticket, before }: Announcement): Promise<void> => {
  const actorId = portal.principalOf(req.user)?.id ?? null;
  const notice = { ticketId: ticket.id, replyId: null, actorId };
  if (before === null) return enqueue(req, noticeQueue, { ...notice, about: 'created' });
  const changes = changesOf(ticketOfDocument(before), ticketOfDocument(ticket));
  if (changes.status) await enqueue(req, noticeQueue, { ...notice, about: 'status' });
};
