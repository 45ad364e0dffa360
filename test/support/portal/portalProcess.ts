import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../servers/freePort.ts';

/** The end of a program of the portal. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A program of the portal in a process of its own. */
export interface PortalProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly ended: Promise<Ending>;
  stdout(): string;
  stderr(): string;
  /** Waits until all that a start says is said, and `GET /api/health` answers 200; rejects with the output if the program ends first. */
  ready(): Promise<void>;
  /** Waits until stdout has the text. */
  says(text: string): Promise<void>;
  stop(signal?: NodeJS.Signals): Promise<Ending>;
}

interface PortalOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Default: `start.mjs`, run by Node itself. */
  readonly command?: readonly [string, ...string[]];
  readonly uid?: number;
}

export const program = (name: 'start' | 'worker' | 'dev' | 'move'): [string, ...string[]] => [
  process.execPath,
  // Starts the program as `npm start` does.
  '--conditions=production',
  resolve(`src/server/${name}.mjs`),
];

const pollMs = 25;

/** The last line of a start begins with it. It comes after the gateway is open, by a pipe: a response may be quicker. */
const lastWords = 'Database: ';

/** Starts a program of the portal, by default on a free port, with no variable of ours but `PATH` and `HOME`. */
export const launchPortal = async ({
  env = {},
  command = program('start'),
  uid,
}: PortalOptions): Promise<PortalProcess> => {
  const port = env.PORT ?? String(await freePort());
  const [file, ...args] = command;
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(file, args, {
    env: { PATH, HOME, ...env, PORT: port } as unknown as NodeJS.ProcessEnv,
    detached: true,
    ...(uid === undefined ? {} : { uid, gid: uid }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      output[name] += chunk;
    });
  }
  const ended = new Promise<Ending>((done) => {
    child.once('close', (code, signal) => done({ code, signal }));
  });
  const url = `http://127.0.0.1:${port}`;
  const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
    while (!(await holds())) {
      if (child.exitCode !== null) throw new Error(`The portal ended.\n${output.stdout}\n${output.stderr}`);
      await sleep(pollMs);
    }
  };
  return {
    child,
    url,
    ended,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    ready: () =>
      until(async () => output.stdout.includes(lastWords) && (await statusOf(`${url}/api/health`)) === 200),
    says: (text) => until(() => output.stdout.includes(text)),
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
};

/** The status of a GET, or null if there is no response. */
export const statusOf = async (url: string, init: RequestInit = {}): Promise<number | null> => {
  try {
    const response = await fetch(url, { redirect: 'manual', ...init });
    // Reads to the end: a part of a page that is not read may still be on its way when the portal stops.
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
};
