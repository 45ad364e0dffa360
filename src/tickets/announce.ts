import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../context.ts';
import { enqueue } from '../queue/jobs.ts';
import { idText, idTextOrNull, relationId } from '../shared/ids.ts';
import type { PortalEvent } from '../webhooks/outbox.ts';
import { changesOf, ticketOfDocument } from './changes.ts';
import { noticeQueue } from './notices.ts';
import { publishTicketEvent } from './publish.ts';
import { recordChange } from './recordChange.ts';

interface Announcement {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  /** The document of the CMS, as it is now. */
  readonly ticket: Record<string, unknown> & { id: number | string };
  /** As it was; null if it is new. */
  readonly before: Record<string, unknown> | null;
}

/**
 * Sets off what a new or changed ticket causes: mails and events by jobs, a change's place in the history. All in the
 * transaction of the change.
 */
export const announceTicket = (announcement: Announcement): Promise<void> =>
  announcement.before === null
    ? announceNew(announcement)
    : announceChange(announcement, announcement.before);

const announceNew = async ({ req, portal, ticket }: Announcement): Promise<void> => {
  await publishTicketEvent({ req, portal }, creationOf(ticket));
  await enqueue(req, noticeQueue, noticeOf({ req, portal, ticket }, 'created'));
};

/** The event of a new ticket, of its document in the CMS. */
const creationOf = (ticket: Announcement['ticket']): PortalEvent => ({
  event: 'ticket.created',
  timestamp: new Date(ticket.createdAt as string | Date),
  organization: relationId(ticket.organization),
  data: summaryOf(ticket),
});

const announceChange = async (
  { req, portal, ticket }: Announcement,
  before: Record<string, unknown>,
): Promise<void> => {
  const changes = changesOf(ticketOfDocument(before), ticketOfDocument(ticket));
  if (Object.keys(changes).length === 0) return;
  const updatedAt = new Date(String(ticket.updatedAt));
  const sequence = await recordChange({ req, portal, ticketId: ticket.id, changes, at: updatedAt });
  await publishTicketEvent(
    { req, portal },
    {
      event: 'ticket.updated',
      timestamp: updatedAt,
      organization: relationId(ticket.organization),
      data: {
        ...summaryOf(ticket),
        updated_at: updatedAt.toISOString(),
        changes,
        sequence,
      },
    },
  );
  if (changes.status) await enqueue(req, noticeQueue, noticeOf({ req, portal, ticket }, 'status'));
};

const summaryOf = ({ id, subject, status, priority, createdBy }: Announcement['ticket']) => ({
  id: idText(id),
  subject,
  status,
  priority,
  created_by: idTextOrNull(relationId(createdBy)),
});

/** What the mail of a change is to tell. */
const noticeOf = <About extends 'created' | 'status'>(
  { req, portal, ticket }: Omit<Announcement, 'before'>,
  about: About,
) => ({ about, ticketId: ticket.id, replyId: null, actorId: portal.principalOf(req.user)?.id ?? null });
