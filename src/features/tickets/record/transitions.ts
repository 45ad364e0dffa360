import type { Status } from '../vocabulary.ts';

const transitions: Readonly<Record<Status, readonly Status[]>> = {
  open: ['in_progress', 'resolved', 'closed'],
  in_progress: ['open', 'resolved', 'closed'],
  resolved: ['open', 'in_progress', 'closed'],
  closed: ['open'],
};

/** The transitions of a client, who may close a ticket, and reopen a resolved or closed one. */
const clientTransitions: Readonly<Record<Status, readonly Status[]>> = {
  open: ['closed'],
  in_progress: ['closed'],
  resolved: ['open', 'closed'],
  closed: ['open'],
};

/** The states that a ticket may change to, apart from the one it is in. */
export const statesAfter = (status: Status, isClient: boolean): readonly Status[] =>
  (isClient ? clientTransitions : transitions)[status];

/** True if a client's reply reopens the ticket. */
export const isReopenedByReply = (status: Status): boolean => status === 'resolved' || status === 'closed';
