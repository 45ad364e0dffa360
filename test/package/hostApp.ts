import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chooseFreePort } from '../../src/server/embedded-postgres/port.ts';
import { copyPackages } from './copyPackages.ts';
import { type Packed, unpack } from './pack.ts';
import { replaceNext } from './replaceNext.ts';

const run = promisify(execFile);

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Somebody's own Payload app, in a folder of its own, with the packed portal installed. */
export interface HostApp {
  readonly folder: string;
  readonly url: string;
  /** Runs one of Payload's commands, such as `migrate`, and returns what it printed. */
  payload(...args: string[]): Promise<string>;
  build(): Promise<void>;
  start(env?: Readonly<Record<string, string>>): Promise<HostProcess>;
  /** `payload portal:worker`, once it runs */
  startWorker(): Promise<HostProcess>;
}

export interface HostProcess {
  output(): string;
  hasEnded(): boolean;
  stop(): Promise<number | null>;
}

const payloadProgram = 'node_modules/payload/bin.js';
const nextProgram = 'node_modules/next/dist/bin/next';

/** Makes the app from nothing; it is neither built nor has it a schema. */
export const makeHostApp = async (packed: Packed, databaseUrl: string): Promise<HostApp> => {
  const folder = mkdtempSync(join(tmpdir(), 'host-app-'));
  cpSync(join(import.meta.dirname, 'host'), folder, { recursive: true });
  const installed = await unpack(packed, folder);
  const { dependencies = {}, devDependencies = {} } = manifestOf(folder);
  const needed = { ...dependencies, ...devDependencies, ...manifestOf(installed).dependencies };
  copyPackages(process.cwd(), folder, Object.keys(needed));
  if (process.env.TEST_NEXT) await replaceNext(folder, process.env.TEST_NEXT);
  const port = await chooseFreePort();
  const url = `http://localhost:${port}`;
  const { PATH = '', HOME = '' } = process.env;
  const env = {
    PATH,
    HOME,
    DATABASE_URL: databaseUrl,
    PAYLOAD_SECRET: 'a secret of at least thirty-two characters',
    SERVER_URL: url,
    NEXT_TELEMETRY_DISABLED: '1',
  };
  const launch = (args: readonly string[], more: Readonly<Record<string, string>> = {}): HostProcess =>
    follow(
      spawn(process.execPath, args, {
        cwd: folder,
        env: { ...env, ...more } as unknown as NodeJS.ProcessEnv,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
  const node = async (...args: string[]): Promise<string> => {
    const options = { cwd: folder, env: env as unknown as NodeJS.ProcessEnv, maxBuffer: 16 * 1024 * 1024 };
    const { stdout, stderr } = await run(process.execPath, args, options);
    return stdout + stderr;
  };
  return {
    folder,
    url,
    payload: (...args) => untilHeard(() => node(payloadProgram, ...args)),
    build: async () => void (await node(nextProgram, 'build')),
    async start(more) {
      const started = launch([nextProgram, 'start', '-p', String(port), '-H', '127.0.0.1'], more);
      await until(() => started.output().includes('Ready in'), started);
      return started;
    },
    startWorker: async () => {
      const runs = 'The worker of the support portal runs.';
      for (let silence = 0; silence < mostSilences; silence += 1) {
        const worker = launch([payloadProgram, 'portal:worker']);
        await until(() => worker.output().includes(runs) || worker.hasEnded(), worker);
        if (worker.output() !== '') return worker;
      }
      throw new Error('The worker ended again and again without a word.');
    },
  };
};

/**
 * One of eight of the CMS's commands ends with exit code 0 before it has done or said anything, with and
 * without the portal: the loader of its TypeScript loses the import of the config. One that has said something has
 * begun.
 */
const mostSilences = 10;

const untilHeard = async (command: () => Promise<string>): Promise<string> => {
  for (let silence = 0; silence < mostSilences; silence += 1) {
    const output = await command();
    if (output !== '') return output;
  }
  throw new Error('The command ended again and again without a word.');
};

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

const follow = (child: ChildProcess): HostProcess => {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const ended = new Promise<number | null>((done) => child.once('close', done));
  return {
    output: () => output,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
};

const until = async (holds: () => boolean, { output }: HostProcess): Promise<void> => {
  for (const end = Date.now() + 120_000; !holds(); ) {
    if (Date.now() > end) throw new Error(`The app does not start.\n${output()}`);
    await new Promise((later) => setTimeout(later, 50));
  }
};
