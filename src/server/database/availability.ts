import type { DatabaseMonitor } from './monitor.ts';

/** The server's view of the database: requests can be served, or they cannot, and listeners are called. */
export interface Availability
  extends Pick<DatabaseMonitor, 'isAvailable' | 'check' | 'verify' | 'wasDisturbedSince'> {
  /** Calls back once if the database goes away, until the returned function is called. */
  onAway(listener: () => void): () => void;
}

/** A hub for a monitor's announcements: requests come and go by the thousand. */
export const buildAwayHub = (): {
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
