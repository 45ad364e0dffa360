/** What staff are told of by alerts. */
export const alertKinds = [
  'mail_failing',
  'no_transport',
  'spool_growing',
  'mailbox_unreadable',
  'bounces',
  'webhook_disabled',
] as const;

export type AlertKind = (typeof alertKinds)[number];

export type AlertState = 'began' | 'continues' | 'ended';

/** An alert as an address gets it, as JSON. */
export interface Alert {
  readonly kind: AlertKind | 'test';
  readonly state: AlertState;
  /** ISO 8601, UTC. */
  readonly since: string;
  /** Of what the kind is about: mails, rows, mailboxes, webhooks. */
  readonly count: number;
  /** The error, or what else helps. */
  readonly detail: string | null;
  /** The page of the admin UI to look at; null if the app's `serverURL` is not set. */
  readonly url: string | null;
}

export const alertFormats = ['json', 'slack'] as const;

/** Where alerts go. */
export interface AlertAddress {
  readonly url: string;
  readonly format: (typeof alertFormats)[number];
}
