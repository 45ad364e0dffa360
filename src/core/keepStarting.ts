import { setTimeout as sleep } from 'node:timers/promises';
import { isPortalStartError } from './shared/errors/PortalStartError.ts';

/** Between two tries, in milliseconds. */
const betweenTries = 5_000;

/**
 * Starts Payload, and retries every five seconds if that fails, for example because the database is unreachable. Reports
 * each reason once. Ends the process with code 1 if the portal cannot keep its promises in this app.
 *
 * @returns the result of `start`, once it succeeds. Never rejects.
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
