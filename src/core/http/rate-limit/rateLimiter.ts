import type { Payload } from 'payload';
import { portalPool } from '../../database/pool.ts';
import { countInWindow } from './allowance.ts';

/** The rest of a subject's minute. A subject is a key, a user or an address. */
export interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the count begins again. */
  readonly resetAfter: number;
  readonly isExceeded: boolean;
}

export interface RateLimiter {
  /** Counts a request. */
  count(subject: string): Allowance;
  /** Reads the allowance without counting a request. */
  look(subject: string): Allowance;
}

/** Requests that this process has counted and not shared yet. */
interface Increment {
  readonly subject: string;
  readonly count: number;
}

/** The count of all processes together. */
interface SharedCount extends Increment {
  /** Milliseconds until the count begins again. */
  readonly endsIn: number;
}

interface RateLimiterParts {
  /** Requests per window. */
  limit: number;
  /** Adds to the counts that all processes share; may reject, then each process counts for itself meanwhile. */
  share(increments: readonly Increment[]): Promise<readonly SharedCount[]>;
}

interface Counter {
  count: number;
  unshared: number;
  endsAt: number;
}

export const windowMilliseconds = 60_000;

/** Interval at which the counts are shared with other processes, in milliseconds. */
const betweenShares = 500;

/**
 * Counts requests in windows of a minute that begin with a subject's first one. It counts in memory, and adds up with the
 * other processes in the background: no request waits for a write.
 */
export const buildRateLimiter = ({ limit, share }: RateLimiterParts): RateLimiter => {
  // Not the clock of the machine, which may be set back: a window would stay closed for as long as that.
  const now = (): number => performance.now();
  const counters = new Map<string, Counter>();
  let isDue = false;

  const counterOf = (subject: string): Counter => {
    const found = counters.get(subject);
    if (found && found.endsAt > now()) return found;
    return { count: 0, unshared: 0, endsAt: now() + windowMilliseconds };
  };

  const allowanceOf = ({ count, endsAt }: Counter): Allowance => ({
    limit,
    remaining: Math.max(0, limit - count),
    resetAfter: Math.max(1, Math.ceil((endsAt - now()) / 1_000)),
    isExceeded: count > limit,
  });

  const takeUnshared = (): Increment[] => {
    const increments: Increment[] = [];
    for (const [subject, counter] of counters) {
      if (counter.endsAt <= now()) counters.delete(subject);
      else if (counter.unshared > 0) increments.push({ subject, count: counter.unshared });
      counter.unshared = 0;
    }
    return increments;
  };

  const addUp = async (): Promise<void> => {
    isDue = false;
    const increments = takeUnshared();
    if (increments.length === 0) return;
    const shared = await share(increments).catch(() => null);
    if (!shared) for (const { subject, count } of increments) giveBack(subject, count);
    for (const { subject, count, endsIn } of shared ?? []) {
      const counter = counters.get(subject);
      if (counter) Object.assign(counter, { count: count + counter.unshared, endsAt: now() + endsIn });
    }
    addUpSoon();
  };

  const giveBack = (subject: string, count: number): void => {
    const counter = counters.get(subject);
    if (counter) counter.unshared += count;
  };

  const addUpSoon = (): void => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => void addUp(), betweenShares).unref();
  };

  return {
    count(subject) {
      const counter = counterOf(subject);
      counter.count += 1;
      counter.unshared += 1;
      counters.set(subject, counter);
      addUpSoon();
      return allowanceOf(counter);
    },
    look: (subject) => allowanceOf(counterOf(subject)),
  };
};

/** Adds to the counts in the database, in one statement; in order, so that two processes never wait in a circle. */
export const shareCounts = async (
  payload: Payload,
  increments: readonly Increment[],
): Promise<SharedCount[]> => {
  const sorted = [...increments].sort((one, other) => (one.subject < other.subject ? -1 : 1));
  const { rows } = await portalPool(payload).query<{ subject: string; count: number; ends_in: number }>(sql, [
    sorted.map(({ subject }) => subject),
    sorted.map(({ count }) => count),
  ]);
  return rows.map(({ subject, count, ends_in }) => ({ subject, count, endsIn: ends_in }));
};

const sql = `
  with expired as (delete from support_portal.rate_limits
    where ends_at < now() - interval '10 minutes' and subject <> all($1::text[]))
  insert into support_portal.rate_limits as known (subject, count, ends_at)
  select subject, count, now() + interval '${windowMilliseconds} milliseconds'
  from unnest($1::text[], $2::int[]) as counted (subject, count)
  ${countInWindow}
  returning subject, count, (extract(epoch from ends_at - now()) * 1000)::int as ends_in`;
