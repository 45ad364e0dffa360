import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { enqueueAll, takeWaiting } from '../../../core/jobs/jobs.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { type TicketNotice, ticketNoticeQueue } from '../notices/notices.ts';
import type { Status } from '../vocabulary.ts';
import { followersOfTicket } from './followersOf.ts';
import { mergeStatusNotices } from './mergeStatusNotices.ts';

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
