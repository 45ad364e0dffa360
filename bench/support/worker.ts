import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Scope } from './scope.ts';

const program = fileURLToPath(new URL('./workerProgram.ts', import.meta.url));

/** A process that does a portal's jobs and serves nothing. */
interface PortalWorker {
  readonly pid: number;
  /** Resolves once it has begun. */
  work(): Promise<void>;
  /** Resolves once nothing is under way any more. */
  rest(): Promise<void>;
}

/** Starts a worker, which rests. */
export const startWorker = async (databaseURL: string, { onEnd }: Scope): Promise<PortalWorker> => {
  const child = fork(program, [databaseURL]);
  onEnd(() => obey(child, 'stop'));
  await heard(child);
  return { pid: child.pid ?? 0, work: () => obey(child, 'work'), rest: () => obey(child, 'rest') };
};

const obey = async (child: ChildProcess, order: 'work' | 'rest' | 'stop'): Promise<void> => {
  if (!child.connected) return;
  child.send(order);
  await heard(child);
};

/** @throws if the process ends instead */
const heard = async (child: ChildProcess): Promise<void> => {
  const over = new AbortController();
  const { signal } = over;
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`The worker ended with ${code}.`);
  });
  await Promise.race([once(child, 'message', { signal }), ended]).finally(() => over.abort());
};
