import type { PayloadRequest } from 'payload';
import { isClient } from '../../core/access/roles.ts';
import type { PortalContext } from '../../core/context.ts';
import { afterCommit } from '../../core/database/transaction.ts';
import { type PortalEvent, type Publication, publishEvent } from '../../core/events/publish.ts';
import { enqueueAll } from '../../core/jobs/jobs.ts';
import { idText, idTextOrNull, type RecordId, relationId } from '../../core/shared/values/ids.ts';
import type { TicketEvent } from './events.ts';
import { enqueueStatusNotices } from './followers/enqueueNotices.ts';
import { followersOfTicket } from './followers/followers.ts';
import { changesOf, forClients, type TicketChanges, ticketOfDocument } from './history/changes.ts';
import { hasChangedStatus, recordChange } from './history/history.ts';
import { originOf } from './history/origin.ts';
import { type TicketNotice, ticketNoticeQueue } from './notices/notices.ts';
import { lockTicket } from './record/storedTicket.ts';
import type { Status } from './vocabulary.ts';

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
  const created = noticeOf({ req, portal, ticket }, 'created');
  const { source, receipt } = originOf(req);
  // In the admin UI no one needs a notice of their own ticket.
  const isSeen =
    source === 'admin' && idTextOrNull(relationId(ticket.requester)) === idTextOrNull(created.actorId);
  const hasReceipt = portal.options.tickets.receipts && receipt !== undefined && !isSeen;
  const received = { ...created, about: 'received' as const, isSeldom: receipt === 'seldom' };
  const notices: readonly TicketNotice[] = hasReceipt ? [created, received] : [created];
  await enqueueAll(
    req,
    ticketNoticeQueue,
    notices.map((data) => ({ data })),
  );
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
  const { alongWith, mergedFrom } = originOf(req);
  // The ticket as it is stored: the document has only the fields that the caller may read.
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
  // The mail of a reply tells what changes along with it, and no mail reports a merge.
  if (changes.status && !alongWith && !changes.merged_into)
    await enqueueStatusNotices(req, portal, {
      notice: { ...noticeOf({ req, portal, ticket }, 'status'), told: changes.status.from as Status },
      status: stored.status,
      requesterId: stored.requester_id,
      afterSeconds: await delayOfStatus(req, portal, ticket.id, sequence),
    });
};

/** Time in which a client's changes of a ticket's status cause one mail to each recipient at once, in seconds. */
const secondsOfClient = 600;

/**
 * The delay of the notices of a changed status, in seconds. It applies to a client's further changes, until the time is
 * over.
 */
const delayOfStatus = async (
  req: PayloadRequest,
  portal: PortalContext,
  ticketId: RecordId,
  sequence: number,
): Promise<number> => {
  const actor = portal.principalOf(req.user);
  if (actor === null || !isClient(actor)) return 0;
  const earlier = { ticketId, userId: actor.id, sequence, seconds: secondsOfClient };
  return (await hasChangedStatus(req, portal, earlier)) ? secondsOfClient : 0;
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
