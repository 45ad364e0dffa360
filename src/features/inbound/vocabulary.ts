/** The ways by which a message can come. */
export const vias = ['imap', 'http'] as const;

export type Via = (typeof vias)[number];

/** The outcomes of a message. A message that is not processed yet has none. */
export const outcomes = ['reply', 'ticket', 'bounce', 'ignored', 'held', 'failed', 'discarded'] as const;

export type InboundOutcome = (typeof outcomes)[number];

/** The reasons why a message waits for staff. */
export const heldReasons = [
  'unknown_sender',
  'not_a_participant',
  'authentication_failed',
  'too_many',
  'ambiguous',
] as const;

export type HeldReason = (typeof heldReasons)[number];

/** The reasons for which a message of a person is ignored: by decision of staff, who can still decide otherwise. */
export const unwantedReasons = ['blocked', 'spam'] as const;

export type UnwantedReason = (typeof unwantedReasons)[number];

export const authentications = ['pass', 'none', 'fail'] as const;

/** The largest message, in bytes: 35 MiB. */
export const largestMessage = 35 * 1024 * 1024;

/** Days for which the raw message and its text are kept if it is held or failed. */
export const keptDays = 30;

/** Number of people of one domain whom mails make clients in a day. */
export const mostNewPeople = 5;

/** Number of messages of one sender that are processed in an hour. */
export const mostAnHour = 20;
