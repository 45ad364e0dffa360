import { setTimeout as sleep } from 'node:timers/promises';
import { isPortalStartError } from './shared/PortalStartError.ts';

/** Between two tries, in milliseconds. */
const betweenTries = 5_000;

/**
 * Starts Payload, and tries again every five seconds if it cannot start, as while its database is away. Says so once for
 * each reason. Ends the process with code 1 if the portal cannot keep its promises in this app.
 *
 * @returns what `start` returns, once it succeeds. Never rejects.
 */
export const keepStarting = async <Started>(start: () => Promise<Started>): Promise<Started> => {
  for (let told = ''; ; await sleep(betweenTries)) {
    try {
      return await start();
    } catch (error) {
      const { message } = error instanceof Error ? error : new Error(String(error));
      if (message !== told) console.error(`The support portal cannot start: ${message}`);
      if (isPortalStartError(error)) process.exit(1);
      told = message;
    }
  }
};
