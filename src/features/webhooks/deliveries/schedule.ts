import { isGone, type TryOutcome } from '../../../core/outgoing/outcome.ts';

/** Delay of a delivery until its next attempt, in seconds; null if there is none. */
export const waitOf = (outcome: TryOutcome, failedBefore: number, random: number): number | null =>
  outcome.kind === 'delivered' || isGone(outcome)
    ? null
    : waitAfter({ failures: failedBefore + 1, retryAfter: outcome.retryAfter, random });

const minute = 60;
const hour = 60 * minute;

/** Delays in seconds, after the first failed attempt, the second, and so on. */
const waits = [
  5,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const;

/** Largest share that is added at random, so that not all attempts come back at the same moment. */
const jitter = 0.2;

interface Failure {
  /** Attempts that failed in this round, this one included. */
  readonly failures: number;
  /** The wait that the receiver asked for, in seconds. It is null if it asked for none, or for an invalid one. */
  readonly retryAfter: number | null;
  /** A random number from 0 to 1. */
  readonly random: number;
}

/** Delay of a delivery after a failed attempt, in seconds; null once all attempts are used up. */
export const waitAfter = ({ failures, retryAfter, random }: Failure): number | null => {
  const wait = waits[failures - 1];
  return wait === undefined ? null : Math.max(wait * (1 + jitter * random), retryAfter ?? 0);
};

/** Days after which a webhook that has only failed is disabled. */
export const daysOfFailing = 5;
