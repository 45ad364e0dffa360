import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject, onTestFinished } from 'vitest';
import { withBuildLock } from '../../src/server/build/lock.mjs';
import { runProgram } from '../../src/server/build/run.mjs';
import { writeScripts } from '../../src/server/build/scripts.mjs';
import { query } from '../support/portal/payload.ts';
import type { programs } from './programs/programs.ts';

export interface Child {
  readonly process: ChildProcess;
  /** Waits for a message that has this member; rejects if the process ends before. */
  hears<Member extends string>(member: Member): Promise<Record<Member, unknown>>;
  tell(order: object): void;
  kill(signal: NodeJS.Signals): Promise<void>;
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** How often a test kills processes at a random moment: twice, or `KILL_ROUNDS`. */
export const killRounds = Number(process.env.KILL_ROUNDS ?? 2);

/** How often a test kills a whole server at two random moments: once, or `KILL_ROUNDS`. */
export const serverRounds = Number(process.env.KILL_ROUNDS ?? 1);

/** Ends the leases of killed processes at once: they last a minute; `queue.test.ts` waits for one. No process may run. */
export const endLeases = async (databaseUrl: string): Promise<void> => {
  await query(databaseUrl, 'update support_portal.jobs set due_at = now() where is_claimed');
};

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Against a built app the programs run its bundle, too. */
const bundled = process.env.TEST_HOST_APP
  ? ['--import', 'tsx', '--import', join(root, 'test/host/child.ts')]
  : null;

/** The folder of the compiled programs, in the checkout, where they find their packages. It goes when the run is over. */
const compiled = () => join(root, 'test/.programs', basename(dirname(inject('dataFolders'))));

/**
 * Compiles the programs of `programs/` once in a run. A process that compiles at its start takes three times as long to start,
 * because the compiler looks at each module of each package, too.
 */
export const compilePrograms = async (): Promise<void> => {
  if (bundled) return;
  await withBuildLock({
    folder: join(root, 'node_modules/.cache/payload-support-portal/test-programs'),
    signal: new AbortController().signal,
    onWait: () => {},
    work: async () => {
      if (existsSync(compiled())) return;
      await runProgram({
        root,
        program: 'typescript-7',
        file: 'bin/tsc',
        args: ['-p', 'test/faults/programs/tsconfig.json', '--noCheck', '--outDir', compiled()],
        env: process.env,
        signal: new AbortController().signal,
      });
      await writeScripts(root, compiled());
    },
  });
};

interface LaunchOptions {
  /** The largest file that the process may write, in blocks of the shell. */
  readonly largestFile?: number;
}

/** Starts one of the compiled programs, killed at the end of the test at the latest. */
export const launch = (
  program: (typeof programs)[number],
  options: object,
  { largestFile }: LaunchOptions = {},
): Child => {
  const file = bundled
    ? join(root, `test/faults/programs/${program}.ts`)
    : join(compiled(), `test/faults/programs/${program}.js`);
  // Without the condition, a top-level await of lexical's sometimes never settles (payloadcms/payload#17757).
  const node = [
    process.execPath,
    '--conditions=production',
    ...(bundled ?? []),
    file,
    JSON.stringify(options),
  ];
  const command =
    largestFile === undefined ? node : ['sh', '-c', `ulimit -f ${largestFile}; exec "$0" "$@"`, ...node];
  const child = spawn(command[0] as string, command.slice(1), { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  const messages: Record<string, unknown>[] = [];
  const waiting = new Set<() => void>();
  child.on('message', (message: Record<string, unknown>) => {
    messages.push(message);
    for (const look of waiting) look();
  });
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    if (signal === 'SIGKILL') await ended;
  };
  onTestFinished(() => kill('SIGKILL'));
  return {
    process: child,
    ended,
    kill,
    tell: (order) => void child.send(order),
    hears: (member) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const index = messages.findIndex((message) => member in message);
          if (index < 0) return;
          waiting.delete(look);
          resolve(messages.splice(index, 1)[0] as Record<typeof member, unknown>);
        };
        waiting.add(look);
        void ended.then((end) => reject(new Error(`The process ended: ${JSON.stringify(end)} ${stderr}`)));
        look();
      }),
  };
};
