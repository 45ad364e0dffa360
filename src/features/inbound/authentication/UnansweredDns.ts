const mark = Symbol.for('payload-support-portal.unansweredDns');

/** DNS did not respond, so the sender of a message could not be checked. */
export class UnansweredDns extends Error {
  override readonly name = 'UnansweredDns';
  readonly [mark] = true;
}

/** True also for an error that another copy of this module threw: Next bundles several. */
export const isUnansweredDns = (error: unknown): error is UnansweredDns =>
  error instanceof Error && mark in error;
