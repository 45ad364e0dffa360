import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Scope } from './scope.ts';

const program = fileURLToPath(new URL('./workerProgram.ts', import.meta.url));

/** A process that does a portal's background work and serves nothing. */
export interface PortalWorker {
  readonly pid: number;
  stop(): Promise<void>;
}

export const startWorker = async (databaseURL: string, { onEnd }: Scope): Promise<PortalWorker> => {
  const child = fork(program, [databaseURL]);
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    if (child.connected) child.send('stop');
    await ended;
  };
  onEnd(stop);
  const [message] = await Promise.race([once(child, 'message'), ended]);
  if (message !== 'ready') throw new Error('The worker ended before it was ready.');
  return { pid: child.pid ?? 0, stop };
};
