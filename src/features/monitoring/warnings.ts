import type { Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { sinceLastWork } from '../../core/jobs/lastWork.ts';
import type { Warning } from '../../core/ports/attention.ts';

/** Longest pause, in milliseconds. */
const longestPause = 60 * 60 * 1000;

/** The command that an app gains (`src/bin/register.ts`). */
const workerCommand = 'portal:worker';

/** Warns while no process does background work. */
export const findWorkWarnings = async (
  payload: Payload,
  { options }: PortalContext,
): Promise<readonly Warning[]> => {
  const isMissing = isIdle(await sinceLastWork(payload), options.workers === 'inline');
  if (!isMissing) return [];
  return [
    {
      name: 'no background work',
      tone: 'error',
      lead: 'dashboard:alert:idle',
      words: 'dashboard:alert:startWorker',
      values: { ours: { code: 'npm run worker' }, inApp: { code: `payload ${workerCommand}` } },
    },
  ];
};

/**
 * True if background work is missing. If this process does the work and there was none yet, it has just started.
 *
 * @param sinceWork milliseconds since the last background work; null if there was none
 */
export const isIdle = (sinceWork: number | null, worksHere: boolean): boolean =>
  sinceWork === null ? !worksHere : sinceWork > longestPause;
