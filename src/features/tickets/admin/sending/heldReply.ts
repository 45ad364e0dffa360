import { createContext, useContext } from 'react';
import { callPortal, type PortalResult, type PortalRoute } from '../../../../core/ui/requests/portalApi.ts';
import {
  forgetSent,
  isTakenBack,
  markSending,
  unmarkSending,
  whileSending,
} from '../page/draft/submissions.ts';
import type { Submission } from '../page/draft/useSubmission.ts';

/** A submission of the composer, as the API takes it. */
export type ReplyRequest = Omit<Submission, 'next'> & {
  /** It is null while the page does not know whose it is. */
  readonly author_id: string | null;
  readonly seen_reply_id: string | null;
  /** The people to whom the page said that it goes. */
  readonly seen_recipient_ids: readonly string[];
};

interface SubmittedReply {
  readonly portalRoute: PortalRoute;
  readonly ticket: number | string | undefined;
  readonly request: ReplyRequest;
  /** True for a page that is being closed: the request outlives it. */
  readonly isLeaving?: boolean;
}

/** Sends a reply or an internal note, with the status that it gives the ticket. */
const submitReply = ({
  portalRoute,
  ticket,
  request,
  isLeaving = false,
}: SubmittedReply): Promise<PortalResult<unknown>> =>
  callPortal(portalRoute, {
    method: 'POST',
    path: `/tickets/${ticket}/answers`,
    body: request,
    // It has a key of its own.
    isRepeatable: true,
    keepalive: isLeaving,
  });

interface MarkedReply extends SubmittedReply {
  readonly ticket: number | string;
  /** The author. */
  readonly person: number | string;
}

/** Sends a reply or an internal note whose draft is marked as being sent. The draft loses what the server has taken. */
const submitMarked = async ({ person, ...reply }: MarkedReply): Promise<PortalResult<unknown>> => {
  const mark = { ticket: reply.ticket, person, key: reply.request.key };
  const said = await whileSending(mark, submitReply(reply));
  if (said.ok) forgetSent(mark);
  return said;
};

interface ReplyOfPage extends SubmittedReply {
  /** The author. */
  readonly person: number | string | null;
}

/** Sends a reply or an internal note that is not held back. Other pages have no composer for its ticket meanwhile. */
export const submitAtOnce = async ({ person, ...reply }: ReplyOfPage): Promise<PortalResult<unknown>> => {
  const { ticket, request } = reply;
  if (person === null || ticket === undefined) return submitReply(reply);
  const mark = { ticket, person, key: request.key };
  markSending({ ...mark, ...request, until: new Date() });
  const said = await submitMarked({ ...reply, ticket, person });
  if (!said.ok) unmarkSending(mark);
  return said;
};

/** Bytes of all requests of a page that is being closed: browsers allow 64 KiB. */
const mostLeaving = 60_000;

/** True if a browser sends these requests from a page that is being closed. */
export const mayLeave = (requests: readonly ReplyRequest[]): boolean =>
  new Blob(requests.map((request) => JSON.stringify(request))).size <= mostLeaving;

/** A reply that was sent, and is held back for some seconds. */
export interface HeldReply {
  readonly ticket: string;
  /** The author. */
  readonly person: number | string;
  /** The login page, which is without it, has this part of the UI, too. */
  readonly portalRoute: PortalRoute;
  /** The address of the ticket's page. */
  readonly page: string;
  readonly request: ReplyRequest;
}

/** Sends a reply that was held back. It is null for one that another page has taken back, such as while this one was asleep. */
export const submitHeld = async (
  { page: _page, ...reply }: HeldReply,
  isLeaving: boolean,
): Promise<PortalResult<unknown> | null> => {
  const { ticket, person, request } = reply;
  return isTakenBack({ ticket, person, key: request.key }) ? null : submitMarked({ ...reply, isLeaving });
};

export type HeldState = HeldReply & { readonly is: 'waiting' | 'sending' };

export interface HeldReplies {
  /** Time for which a reply is held back. */
  readonly seconds: number;
  readonly held: readonly HeldState[];
  hold(reply: HeldReply): void;
  undo(ticket: string): void;
  sendNow(ticket: string): void;
  /**
   * Tells the page of a ticket the result of its reply, before the reply is no longer held.
   *
   * @returns a function that ends it
   */
  follow(ticket: string, onSent: OnSent): () => void;
}

export type OnSent = (answer: PortalResult<unknown>, reply: HeldReply) => Promise<void>;

/** It is null if replies are sent at once. */
export const HeldRepliesContext = createContext<HeldReplies | null>(null);

export const useHeldReplies = (): HeldReplies | null => useContext(HeldRepliesContext);
