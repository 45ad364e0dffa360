/** How a message came. */
export const vias = ['imap', 'http'] as const;

export type Via = (typeof vias)[number];

/** What became of a message. A message that is not processed yet has none. */
export const outcomes = ['reply', 'ticket', 'bounce', 'ignored', 'held', 'failed', 'discarded'] as const;

export type InboundOutcome = (typeof outcomes)[number];

/** Why a message waits for staff. */
export const heldReasons = [
  'unknown_sender',
  'not_a_participant',
  'authentication_failed',
  'too_many',
  'ambiguous',
] as const;

export type HeldReason = (typeof heldReasons)[number];

export const authentications = ['pass', 'none', 'fail'] as const;

/** The largest message, in bytes: 35 MiB. */
export const largestMessage = 35 * 1024 * 1024;

/** How long the raw message and its text are kept if it is held, or failed, in days. */
export const keptDays = 30;

/** How many people of one domain mails make clients in a day. */
export const mostNewPeople = 5;

/** How many messages of one sender are processed in an hour. */
export const mostAnHour = 20;
