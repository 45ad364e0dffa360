import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Scope } from './scope.ts';

interface ServerProgram {
  /** Arguments of Node. */
  readonly args: readonly string[];
  /** The environment, together with `PATH` and `HOME`. */
  readonly variables: Readonly<Record<string, string>>;
  /** Working directory. Default: the bench's own */
  readonly directory?: string;
  /** An address that responds with 200 once the server is ready. */
  readonly url: string;
}

export interface StartedServer {
  /** The time from the start of the process to the first 200, in milliseconds. */
  readonly readyAfterMs: number;
  /** All that it printed until then. */
  readonly output: string;
}

const pollMs = 10;
/** A start that has to build first takes minutes. */
const patienceMs = 300_000;
const stopWithinMs = 10_000;

/** Starts a server, waits until it is ready, and stops it again. */
export const startAndStop = async (server: ServerProgram, scope: Scope): Promise<StartedServer> => {
  const { stop, ...started } = await startServer(server, scope);
  await stop();
  return started;
};

/** Starts a server and waits until it is ready. */
export const startServer = async (
  server: ServerProgram,
  scope: Scope,
): Promise<StartedServer & { pid: number; stop(): Promise<void> }> => {
  const { PATH = '', HOME = '' } = process.env;
  const startedAt = performance.now();
  const child = spawn(process.execPath, server.args, {
    env: { ...server.variables, NODE_ENV: 'production', PATH, HOME },
    cwd: server.directory,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  scope.onEnd(() => stop(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  while (!(await answers(server.url))) {
    if (child.exitCode !== null) throw new Error(`The server ended before it was ready:\n${output}`);
    if (performance.now() - startedAt > patienceMs) throw new Error(`The server is not ready:\n${output}`);
    await sleep(pollMs, undefined, { signal: scope.signal });
  }
  const readyAfterMs = performance.now() - startedAt;
  return { readyAfterMs, output, pid: child.pid ?? 0, stop: () => stop(child) };
};

const answers = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(url, { headers: { Connection: 'close' } });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
};

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const patience = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
  await ended;
  clearTimeout(patience);
};
