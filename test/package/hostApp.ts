import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../support/servers/freePort.ts';
import { type HostProcess, launch, until } from './hostProcess.ts';
import { type HostKind, turbopack, writeApp } from './kinds.ts';
import type { Packed } from './pack.ts';

const run = promisify(execFile);

/** A Payload app, in a folder of its own, with the packed portal installed. */
export interface HostApp {
  readonly folder: string;
  /** Where its server runs, and keeps its files. */
  readonly servedFrom: string;
  readonly origin: string;
  /** With the app's base path. */
  readonly url: string;
  /** Runs one of Payload's commands, such as `migrate`, and returns what it printed. */
  payload(...args: string[]): Promise<string>;
  /** Runs a line of a shell in the app's folder, and returns what it printed. */
  shell(line: string): Promise<string>;
  build(): Promise<void>;
  start(): Promise<HostProcess>;
  /** A line of a shell that goes on until it is stopped, once it has said `words`. */
  startShell(line: string, words: string): Promise<HostProcess>;
  remove(): void;
}

const payloadProgram = 'node_modules/payload/bin.js';
const nextProgram = 'node_modules/next/dist/bin/next';

/** Makes the app from nothing; it is neither built nor has it a schema. */
export const makeHostApp = async (
  packed: Packed,
  databaseUrl: string,
  kind: HostKind = turbopack,
): Promise<HostApp> => {
  const root = mkdtempSync(join(tmpdir(), `host-app-${kind.name}-`));
  const folder = writeApp(kind, root);
  await kind.install(packed, root, folder);
  const traced = `${root}-served`;
  const servedFrom = kind.isStandalone ? join(traced, kind.place) : folder;
  const port = String(await freePort());
  const origin = `http://localhost:${port}`;
  const { PATH = '', HOME = '' } = process.env;
  // No NODE_ENV: who types a command has set none. Next sets the base path in its own process alone.
  const bare = {
    PATH,
    HOME,
    DATABASE_URL: databaseUrl,
    PAYLOAD_SECRET: 'a secret of at least thirty-two characters',
    ...(kind.basePath && { NEXT_BASE_PATH: kind.basePath }),
  };
  const served = { ...bare, SERVER_URL: origin, NEXT_TELEMETRY_DISABLED: '1' };
  const execute = async (program: string, args: readonly string[], env: object): Promise<Attempt<string>> => {
    const options = { cwd: folder, env: env as NodeJS.ProcessEnv, maxBuffer: 16 * 1024 * 1024 };
    const running = run(program, args, options);
    running.child.stdin?.end();
    const { stdout, stderr } = await running.catch((error: Error & { stdout?: string }) => {
      // What Next found is on stdout, which the message leaves out.
      throw new Error(`${error.message}\n${error.stdout}`);
    });
    const output = stdout + stderr;
    // What npm warns of on stderr is no word of the command's own.
    return { result: output, output, hasSpoken: stdout !== '' };
  };
  const startShell = (line: string, words: string): Promise<HostProcess> =>
    untilHeard(async () => {
      const result = launch('sh', ['-c', line], { cwd: folder, env: bare });
      const hasSpoken = () => result.output().includes(words);
      await until(() => hasSpoken() || result.hasEnded(), result);
      return { result, output: result.output(), hasSpoken: hasSpoken() };
    });
  return {
    folder,
    servedFrom,
    origin,
    url: origin + kind.basePath,
    payload: (...args) => untilHeard(() => execute(process.execPath, [payloadProgram, ...args], bare)),
    shell: (line) => untilHeard(() => execute('sh', ['-c', line], bare)),
    async build() {
      await execute(process.execPath, [nextProgram, 'build', ...kind.buildArguments], served);
      if (kind.isStandalone) copyTraced(kind, folder, traced);
    },
    async start() {
      const args = kind.isStandalone ? ['server.js'] : [nextProgram, 'start', '-p', port, '-H', '127.0.0.1'];
      const env = { ...served, ...(kind.isStandalone && { PORT: port, HOSTNAME: '127.0.0.1' }) };
      const started = launch(process.execPath, args, { cwd: servedFrom, env });
      await until(() => started.output().includes('Ready in') || started.hasEnded(), started);
      return started;
    },
    startShell,
    remove: () => {
      for (const made of [root, traced]) rmSync(made, { recursive: true, force: true });
    },
  };
};

/** As Next's documents say: the traced server, and beside it what browsers ask for. */
const copyTraced = (kind: HostKind, folder: string, to: string): void => {
  const app = join(to, kind.place);
  cpSync(join(folder, '.next/standalone'), to, { recursive: true, verbatimSymlinks: true });
  cpSync(join(folder, '.next/static'), join(app, '.next/static'), { recursive: true });
  if (existsSync(join(folder, 'public')))
    cpSync(join(folder, 'public'), join(app, 'public'), { recursive: true });
};

interface Attempt<Result> {
  readonly result: Result;
  readonly output: string;
  readonly hasSpoken: boolean;
}

/**
 * One of ten of the CMS's commands ends with exit code 0 before it has done or said anything, with and without the
 * portal: Node does not always end the top-level awaits of lexical's modules
 * (https://github.com/payloadcms/payload/issues/17757). One that has said something has begun.
 */
const untilHeard = async <Result>(command: () => Promise<Attempt<Result>>): Promise<Result> => {
  let said = '';
  for (let silence = 0; silence < 10; silence += 1) {
    const { result, output, hasSpoken } = await command();
    if (hasSpoken) return result;
    said = output;
  }
  throw new Error(`The command ended again and again before it began.\n${said}`);
};
