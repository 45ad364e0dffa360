import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { enqueueAll } from '../../../core/jobs/jobs.ts';
import { type TicketNotice, ticketNoticeQueue } from '../notices.ts';
import { followersOfTicket } from './followersOf.ts';

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
