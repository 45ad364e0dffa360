import { readFileSync } from 'node:fs';

/**
 * A process as a lock file names it: its id, and since when it runs, because ids are reused.
 *
 * @typedef {{ readonly pid: number, readonly since: string | null }} ProcessIdentity
 */

/** @type {(pid: number) => ProcessIdentity} */
export const identityOf = (pid) => ({ pid, since: startTime(pid) });

/** @type {(identity: ProcessIdentity) => boolean} */
export const isRunning = ({ pid, since }) => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  return startTime(pid) === since;
};

const stateField = 0;
const startTimeField = 19;

/**
 * If the system does not tell, every process of the id is taken for the same. One that has ended, yet was not
 * asked for by its parent, has no start time.
 */
const startTime = (pid) => {
  if (process.platform !== 'linux') return null;
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields[stateField] === 'Z' ? 'ended' : fields[startTimeField];
  } catch {
    return 'ended';
  }
};
