/** The name of a kind of trouble, which a feature declares with its observer. */
export type AlertKind = string;

export type AlertState = 'began' | 'continues' | 'ended';

/** An alert as an address gets it, as JSON. */
export interface Alert {
  /** `test` for a test. */
  readonly kind: AlertKind;
  readonly state: AlertState;
  /** ISO 8601, UTC. */
  readonly since: string;
  /** Number of affected mails, rows, mailboxes or webhooks, depending on the kind. */
  readonly count: number;
  /** The error, or another helpful detail. */
  readonly detail: string | null;
  /** The page of the admin UI to look at; null if the app's `serverURL` is not set. */
  readonly url: string | null;
}

/** A destination of alerts. */
export interface AlertAddress {
  readonly url: string;
  readonly format: 'json' | 'slack';
}
