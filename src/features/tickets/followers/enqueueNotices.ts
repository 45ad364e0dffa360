import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { enqueueAll, type NewJob, takeWaiting } from '../../../core/jobs/jobs.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { type TicketNotice, ticketNoticeQueue } from '../notices/notices.ts';
import type { Status } from '../vocabulary.ts';
import { followersOfTicket } from './followers.ts';

/**
 * Creates the jobs of a notice for the client's side: one for the requester and one for each follower, so that a mail that
 * fails is retried alone.
 */
export const enqueueForClients = async (
  req: PayloadRequest,
  portal: PortalContext,
  notice: TicketNotice,
): Promise<void> => {
  const followers = await followersOfTicket(req, portal, notice.ticketId);
  const jobs = [notice, ...followers.map((followerId) => ({ ...notice, followerId }))];
  await enqueueAll(
    req,
    ticketNoticeQueue,
    jobs.map((data) => ({ data })),
  );
};

interface ChangedStatus {
  /** The notice of the requester. */
  readonly notice: TicketNotice;
  readonly status: Status;
  readonly requesterId: RecordId | null;
  readonly afterSeconds: number;
}

/** Creates the jobs of a notice of a status, in the place of those that wait for the same recipients. */
export const enqueueStatusNotices = async (
  req: PayloadRequest,
  portal: PortalContext,
  changed: ChangedStatus,
): Promise<void> => {
  const { about, ticketId } = changed.notice;
  const followers = await followersOfTicket(req, portal, ticketId);
  const waiting = await takeWaiting(req, ticketNoticeQueue, { about, ticketId });
  await enqueueAll(req, ticketNoticeQueue, mergeStatusNotices({ ...changed, followers, waiting }));
};

/** A notice that waits in the queue. */
type WaitingNotice = Required<NewJob<TicketNotice>>;

interface StatusNotice {
  /** The notice of the requester; its `told` is the status before the change. */
  readonly notice: TicketNotice;
  readonly status: Status;
  readonly requesterId: RecordId | null;
  readonly followers: readonly RecordId[];
  readonly afterSeconds: number;
  /** The notices of the ticket's earlier statuses that wait. */
  readonly waiting: readonly WaitingNotice[];
}

/**
 * The notices of a changed status, in the place of those that wait: one for each recipient, with the earlier of the times.
 * No one gets a notice of their own act, or of the status that their last notice reported.
 */
export const mergeStatusNotices = ({
  notice,
  status,
  requesterId,
  followers,
  afterSeconds,
  waiting,
}: StatusNotice): readonly NewJob<TicketNotice>[] => {
  const isActor = (id: RecordId | null) => id !== null && String(id) === String(notice.actorId);
  const recipients = [
    ...(isActor(requesterId) ? [] : [notice]),
    ...followers.filter((id) => !isActor(id)).map((followerId) => ({ ...notice, followerId })),
  ];
  return recipients.flatMap((recipient) => {
    const earlier = waiting.filter(({ data }) => isFor(data) === isFor(recipient));
    const told = earlier.find(({ data }) => data.told)?.data.told ?? notice.told;
    if (told === status) return [];
    const after = Math.min(afterSeconds, ...earlier.map((job) => job.afterSeconds));
    return [{ data: { ...recipient, told }, afterSeconds: after }];
  });
};

const isFor = ({ followerId = null }: TicketNotice): string => String(followerId);
