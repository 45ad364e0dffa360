import { type ChildProcess, spawn } from 'node:child_process';
import { createWatchdog, handOver } from '../../handover.ts';
import { asSaid, messageOf } from '../../property.ts';
import type { TransportLimits } from '../../transport.ts';

/** The end of a program; `said` is its output on stderr. */
export type ProgramEnd =
  | { readonly kind: 'not started'; readonly error: string }
  | { readonly kind: 'exited'; readonly code: number; readonly said: string }
  | { readonly kind: 'killed'; readonly error: string; readonly said: string; readonly mayHaveAll: boolean };

interface Run {
  readonly path: string;
  readonly parameters: readonly string[];
  readonly input: Buffer;
  readonly limits: Required<TransportLimits>;
}

const saidLimit = 65_536;

/** Time for reading stderr after the end, in milliseconds: a grandchild may hold it open. */
const lastWords = 200;

/** Runs a program with `input` on its standard input. If it takes too long, kills it with all processes that it started. */
export const runProgram = ({ path, parameters, input, limits }: Run): Promise<ProgramEnd> =>
  new Promise((resolve) => {
    // In a process group of its own, so that killing it ends its children, too.
    const child = spawn(path, parameters, { stdio: ['pipe', 'ignore', 'pipe'], detached: true });
    let gaveUp: string | null = null;
    const giveUp = (reason: string) => {
      gaveUp ??= reason;
      killGroup(child);
    };
    const watchdog = createWatchdog(giveUp);
    const handover = handOver({ body: input, limits, watchdog, giveUp });
    const settle = (end: ProgramEnd) => {
      handover.stop();
      child.stderr.destroy();
      resolve(end);
    };

    let said = Buffer.alloc(0);
    child.stderr.on('data', (chunk: Buffer) => {
      if (said.length < saidLimit) said = Buffer.concat([said, chunk]);
    });
    // A program may end without reading everything: its exit code says whether it took the mail.
    child.stdin.on('error', () => {});
    handover.stream.pipe(child.stdin);

    child.on('error', (failure) => settle({ kind: 'not started', error: startError(path, failure) }));
    child.on('exit', (code, signal) => {
      const mayHaveAll = handover.progress() === 'finished';
      const tell = () => {
        const words = asSaid(said.toString());
        if (code !== null && gaveUp === null) settle({ kind: 'exited', code, said: words });
        else
          settle({
            kind: 'killed',
            error: gaveUp ?? `${path} was ended by ${signal}`,
            said: words,
            mayHaveAll,
          });
      };
      const timer = setTimeout(tell, lastWords);
      child.stderr.once('close', () => {
        clearTimeout(timer);
        tell();
      });
    });
  });

const killGroup = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
};

const startError = (path: string, failure: NodeJS.ErrnoException): string => {
  if (failure.code === 'ENOENT') return `There is no program ${path}`;
  if (failure.code === 'EACCES') return `${path} is not a program that may be run`;
  return messageOf(failure);
};
