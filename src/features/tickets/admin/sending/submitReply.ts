import { callPortal, type PortalResult } from '../../../../core/ui/requests/portalApi.ts';
import type { Submission } from '../page/draft/useSubmission.ts';

/** A submission of the composer, as the API takes it. */
export type ReplyRequest = Omit<Submission, 'next'> & {
  /** Null while the page does not know whose it is. */
  readonly author_id: string | null;
  readonly seen_reply_id: string | null;
};

interface SubmittedReply {
  /** The beginning of the API's addresses. */
  readonly portalRoute: string;
  readonly ticket: number | string | undefined;
  readonly request: ReplyRequest;
  /** True for a page that is being closed: the request outlives it. */
  readonly isLeaving?: boolean;
}

/** Sends a reply or an internal note, with the status that it gives the ticket. */
export const submitReply = ({
  portalRoute,
  ticket,
  request,
  isLeaving = false,
}: SubmittedReply): Promise<PortalResult<unknown>> =>
  callPortal(portalRoute, {
    method: 'POST',
    path: `/tickets/${ticket}/answers`,
    body: request,
    keepalive: isLeaving,
  });
