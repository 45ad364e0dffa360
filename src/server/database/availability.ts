import { openProbe, type Probe, probeTimeoutMs, reasonOf } from './probe.ts';
import { dropAllConnections } from './resilientPool.ts';

/** Knows whether the database can be reached. */
interface DatabaseMonitor {
  /** The last known state, without a query. */
  readonly isAvailable: boolean;
  /**
   * True if the database responds now, or did at most `maxAgeMs` ago. While it is known to be unreachable, the answer comes
   * at once.
   */
  check(maxAgeMs: number): Promise<boolean>;
  /** True if a connection opened from now on works. The present one may work while no other can be opened. */
  verify(): Promise<boolean>;
  /** True if anything has failed since that moment, by `performance.now()`. */
  wasDisturbedSince(moment: number): boolean;
  close(): void;
}

/** The server's view of the database: requests can be served, or they cannot, and listeners are called. */
export interface Availability
  extends Pick<DatabaseMonitor, 'isAvailable' | 'check' | 'verify' | 'wasDisturbedSince'> {
  /** Calls back once if the database goes away, until the returned function is called. */
  onAway(listener: () => void): () => void;
}

/**
 * Watches the database for the gateway. When it becomes unreachable, the requests under way are answered, and every
 * connection is dropped: otherwise the server would wait for one that hangs long after the database is back.
 */
export const watchDatabase = (url: string): Availability & { close(): void } => {
  const hub = buildAwayHub();
  const monitor = monitorDatabase({
    url,
    onAway: (reason) => {
      console.log(
        `The database cannot be reached: ${reasonOf(reason)}. Requests are answered 503 until it can.`,
      );
      hub.announce();
      dropAllConnections();
    },
    onBack: () => console.log('The database is back.'),
  });
  return Object.assign(monitor, { onAway: hub.onAway });
};

/** A hub for a monitor's announcements: requests come and go by the thousand. */
const buildAwayHub = (): {
  readonly onAway: Availability['onAway'];
  readonly announce: () => void;
} => {
  const listeners = new Set<() => void>();
  return {
    onAway: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    announce: () => {
      const told = [...listeners];
      listeners.clear();
      for (const listener of told) listener();
    },
  };
};

interface MonitorOptions {
  readonly url: string;
  /** Called when the database is found to be away, once each time. */
  readonly onAway: (reason: unknown) => void;
  readonly onBack: () => void;
}

const intervalMs = 1_000;
const intervalAwayMs = 500;

/** Lateness of a timer, from which the process counts as busy: it may not have read a response yet. */
const lateMs = 50;

/** Tries of one question, each of which finds the process busy. */
const mostTries = 5;

export const monitorDatabase = ({ url, onAway, onBack }: MonitorOptions): DatabaseMonitor => {
  let probe: Probe | null = null;
  let isAvailable = true;
  let lastGoodAt = Number.NEGATIVE_INFINITY;
  let disturbedAt = Number.NEGATIVE_INFINITY;
  let wasBusy = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const broken = (): void => {
    probe = null;
    disturbedAt = performance.now();
    if (!isClosed) void ask({ anew: true });
  };

  const attempt = async (anew: boolean): Promise<boolean> => {
    try {
      await askPatiently(anew);
      turn(true);
    } catch (error) {
      disturbedAt = performance.now();
      turn(false, error);
    }
    return isAvailable;
  };

  const askPatiently = async (anew: boolean, triesLeft = mostTries): Promise<void> => {
    try {
      await askProbe(anew);
    } catch (error) {
      if (!wasBusy || triesLeft === 1) throw error;
      await askPatiently(true, triesLeft - 1);
    }
  };

  const askProbe = async (anew: boolean): Promise<void> => {
    const startedAt = performance.now();
    let askedAt = startedAt;
    try {
      if (anew) discard();
      probe ??= await openProbe(url, broken);
      askedAt = performance.now();
      await probe.ask();
      lastGoodAt = startedAt;
    } catch (error) {
      wasBusy = performance.now() - askedAt > probeTimeoutMs + lateMs;
      discard();
      throw error;
    }
  };

  const discard = (): void => {
    probe?.close();
    probe = null;
  };

  const turn = (available: boolean, reason?: unknown): void => {
    if (available === isAvailable || isClosed) return;
    isAvailable = available;
    if (available) onBack();
    else onAway(reason);
  };

  const ask = inTurn(attempt);

  const tick = async (): Promise<void> => {
    await ask({ anew: false });
    if (!isClosed) timer = setTimeout(() => void tick(), isAvailable ? intervalMs : intervalAwayMs);
  };
  void tick();

  return {
    get isAvailable() {
      return isAvailable && disturbedAt < lastGoodAt;
    },
    check: async (maxAgeMs) => {
      if (!isAvailable) return false;
      const isFresh = performance.now() - lastGoodAt <= maxAgeMs && disturbedAt < lastGoodAt;
      return isFresh || ask({ anew: false });
    },
    verify: () => ask({ anew: true }),
    wasDisturbedSince: (moment) => disturbedAt >= moment,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      discard();
    },
  };
};

interface Question {
  /** True if the connection that is asked must be a new one. */
  readonly anew: boolean;
}

/** One attempt at a time. Callers that come during one share the next: a result counts only if it was requested later. */
const inTurn = (attempt: (anew: boolean) => Promise<boolean>): ((question: Question) => Promise<boolean>) => {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<boolean> | null = null;
  let nextIsAnew = false;
  return ({ anew }) => {
    nextIsAnew ||= anew;
    next ??= running.then(() => {
      const isAnew = nextIsAnew;
      next = null;
      nextIsAnew = false;
      const attempted = attempt(isAnew);
      running = attempted;
      return attempted;
    });
    return next;
  };
};
