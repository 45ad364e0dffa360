import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { afterCommit } from '../../core/database/transaction.ts';
import { type PortalEvent, type Publication, publishEvent } from '../../core/events/publish.ts';
import { enqueue } from '../../core/jobs/jobs.ts';
import { idText, idTextOrNull, type RecordId, relationId } from '../../core/shared/ids.ts';
import { changesOf, forClients, type TicketChanges, ticketOfDocument } from './changes.ts';
import type { TicketEvent } from './events.ts';
import { enqueueForClients } from './followers/enqueueNotices.ts';
import { followersOfTicket } from './followers/followersOf.ts';
import { recordChange } from './history.ts';
import { lockTicket } from './locks.ts';
import { ticketNoticeQueue } from './notices.ts';
import { originOf } from './origin.ts';

interface Announcement {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  /** The document of the CMS, as it is now. */
  readonly ticket: Record<string, unknown> & { id: number | string };
  /** The previous state; null if it is new. */
  readonly before: Record<string, unknown> | null;
}

/**
 * Carries out the effects of a new or changed ticket: the deliveries of its event, the job of its mail, a change's place in
 * the history. All in the transaction of the change.
 */
export const announceTicket = (announcement: Announcement): Promise<void> =>
  announcement.before === null
    ? announceNew(announcement)
    : announceChange(announcement, announcement.before);

const announceNew = async ({ req, portal, ticket }: Announcement): Promise<void> => {
  await publishTicketEvent({ req, portal }, creationOf(ticket));
  await enqueue(req, ticketNoticeQueue, noticeOf({ req, portal, ticket }, 'created'));
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
  const { alongWith, isQuiet, mergedFrom } = originOf(req);
  // As it is stored: the document has only the fields that the caller may read.
  const stored = await lockTicket(req, portal, ticket.id);
  if (!stored) return;
  const changes = {
    ...changesOf(ticketOfDocument(before), {
      ...stored,
      merged_into: stored.merged_into_id,
      followers: await followersOfTicket(req, portal, ticket.id),
    }),
    ...(mergedFrom !== undefined && { merged_into: { from: idText(mergedFrom), to: idText(ticket.id) } }),
  };
  if (Object.keys(changes).length === 0) return;
  const updatedAt = new Date(String(ticket.updatedAt));
  const sequence = await recordChange({ req, portal, ticketId: ticket.id, changes, at: updatedAt });
  const dataWith = (told: TicketChanges) => ({
    ...summaryOf({ ...stored, createdBy: stored.created_by_id }),
    updated_at: updatedAt.toISOString(),
    changes: told,
    sequence,
  });
  const toldToClients = forClients(changes);
  await publishTicketEvent(
    { req, portal },
    {
      event: 'ticket.updated',
      timestamp: updatedAt,
      organization: stored.organization_id,
      data: dataWith(changes),
      ...(changes.tags && {
        dataForClients: Object.keys(toldToClients).length > 0 ? dataWith(toldToClients) : null,
      }),
    },
  );
  // The mail of a reply tells what changes along with it.
  if (changes.status && !alongWith && !isQuiet)
    await enqueueForClients(req, portal, noticeOf({ req, portal, ticket }, 'status'));
};

const summaryOf = ({
  id,
  subject,
  status,
  priority,
  createdBy,
}: Record<string, unknown> & { readonly id: RecordId }) => ({
  id: idText(id),
  subject,
  status,
  priority,
  created_by: idTextOrNull(relationId(createdBy)),
});

/** The content of a change's mail. */
const noticeOf = <About extends 'created' | 'status'>(
  { req, portal, ticket }: Omit<Announcement, 'before'>,
  about: About,
) => ({ about, ticketId: ticket.id, replyId: null, actorId: portal.principalOf(req.user)?.id ?? null });

/**
 * Publishes an event of a ticket to webhooks in the transaction of its cause, and calls the app's own hooks after the
 * commit.
 */
export const publishTicketEvent = async (publication: Publication, happened: PortalEvent): Promise<void> => {
  await publishEvent(publication, happened);
  const { req, portal } = publication;
  const { event, timestamp, data } = happened;
  if (portal.options.hooks.afterTicketEvent.length === 0) return;
  const told = { event, timestamp: timestamp.toISOString(), data } as TicketEvent;
  // In a later turn of the event loop, when the CMS has removed the finished transaction from the request.
  await afterCommit(req, () => void setImmediate(() => portal.hooks.afterTicketEvent(told, req)));
};
