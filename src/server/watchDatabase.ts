import { monitorDatabase } from './database/monitor.ts';
import { dropAllConnections } from './database/resilientPool.ts';
import { reasonOf } from './database/wait.ts';
import { type Availability, buildAwayHub } from './http/availability.ts';

/**
 * Watches the database for the gateway. When it goes away the requests under way are answered, and every connection
 * is dropped: one that hangs would be waited for long after the database is back.
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
