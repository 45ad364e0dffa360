/** What the dashboard watches. */
export interface Watched {
  /** What carries mail. */
  readonly carriers: readonly unknown[];
  /** Of the newest mails of the last day, newest first. */
  readonly outcomes: readonly ('sent' | 'failed')[];
  /** Milliseconds since background work was done; null if none ever was. */
  readonly sinceWork: number | null;
  /** Whether the serving process is to do that work itself. */
  readonly worksHere: boolean;
}

export type Alert = 'no transport' | 'mails fail' | 'no background work';

const longestPause = 60 * 60 * 1000;

/** How many of the newest mails tell whether mails are failing. */
export const watchedMails = 10;

/** What staff has to see to at once. */
export const alertsOf = ({ carriers, outcomes, sinceWork, worksHere }: Watched): readonly Alert[] => [
  ...(carriers.length === 0 ? (['no transport'] as const) : []),
  ...(isFailing(outcomes) ? (['mails fail'] as const) : []),
  ...(isIdle(sinceWork, worksHere) ? (['no background work'] as const) : []),
];

/** One refused recipient among many mails is none of this; the newest mail and half of all are. */
const isFailing = (outcomes: Watched['outcomes']): boolean =>
  outcomes[0] === 'failed' && 2 * countFailed(outcomes) >= outcomes.length;

export const countFailed = (outcomes: Watched['outcomes']): number =>
  outcomes.filter((status) => status === 'failed').length;

/** Where this process is to work and no work was ever done, it has only just begun. */
const isIdle = (sinceWork: number | null, worksHere: boolean): boolean =>
  sinceWork === null ? !worksHere : sinceWork > longestPause;
