import { type DatabaseMonitor, monitorDatabase } from './monitor.ts';
import { reasonOf } from './probe.ts';
import { dropAllConnections } from './resilientPool.ts';

/** The server's view of the database: requests can be served, or they cannot, and listeners are called. */
export interface Availability
  extends Pick<DatabaseMonitor, 'isAvailable' | 'check' | 'verify' | 'wasDisturbedSince'> {
  /** Calls back once if the database goes away, until the returned function is called. */
  onAway(listener: () => void): () => void;
}

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
