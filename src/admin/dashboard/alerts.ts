/** What the alerts are derived from. */
export interface Watched {
  /** The connected transports. */
  readonly carriers: readonly unknown[];
  /** Whether a provider carries mail, and no sender is set. */
  readonly lacksSender: boolean;
  /** Of the newest mails of the last day, newest first. */
  readonly outcomes: readonly ('sent' | 'failed')[];
  /** Milliseconds since the last background work; null if there was none. */
  readonly sinceWork: number | null;
  /** Why the mailbox of mail in cannot be read; null if it can, or if there is none. */
  readonly mailboxError: string | null;
  /** Messages that wait for a decision. */
  readonly heldMails: number;
  /** Alert addresses that did not take the last alert. */
  readonly deadAddresses: number;
  /** Whether the serving process does background work itself. */
  readonly worksHere: boolean;
}

export type Alert =
  | 'no transport'
  | 'no sender'
  | 'mails fail'
  | 'no background work'
  | 'mailbox unreadable'
  | 'mails held'
  | 'alerts not taken';

const longestPause = 60 * 60 * 1000;

/** How many of the newest mails tell whether mails are failing. */
export const watchedMails = 10;

/** The alerts to show. */
export const alertsOf = ({
  carriers,
  lacksSender,
  outcomes,
  sinceWork,
  worksHere,
  mailboxError,
  heldMails,
  deadAddresses,
}: Watched): readonly Alert[] => [
  ...(carriers.length === 0 ? (['no transport'] as const) : []),
  ...(lacksSender ? (['no sender'] as const) : []),
  ...(isFailing(outcomes) ? (['mails fail'] as const) : []),
  ...(isIdle(sinceWork, worksHere) ? (['no background work'] as const) : []),
  ...(mailboxError !== null ? (['mailbox unreadable'] as const) : []),
  ...(heldMails > 0 ? (['mails held'] as const) : []),
  ...(deadAddresses > 0 ? (['alerts not taken'] as const) : []),
];

/** Mail is failing if the newest mail and at least half of all failed. */
const isFailing = (outcomes: Watched['outcomes']): boolean =>
  outcomes[0] === 'failed' && 2 * countFailed(outcomes) >= outcomes.length;

export const countFailed = (outcomes: Watched['outcomes']): number =>
  outcomes.filter((status) => status === 'failed').length;

/** If this process does the work and there was none yet, it has just started. */
const isIdle = (sinceWork: number | null, worksHere: boolean): boolean =>
  sinceWork === null ? !worksHere : sinceWork > longestPause;
