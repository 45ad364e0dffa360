import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCluster } from '../../../src/server/embedded-postgres/cluster.ts';
import { connectionURL } from '../../../src/server/embedded-postgres/connection.ts';
import { stopServer } from '../../../src/server/embedded-postgres/postmaster.ts';
import { ensureRunning } from '../../../src/server/embedded-postgres/run.ts';

/** A PostgreSQL of one test's own, which it may stop, freeze and start again at the same address. */
export interface PostgresServer {
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Kills all of its processes at once: data that is not on disk yet is lost. */
  crash(): void;
  /** Suspends the server's processes, so that they do not respond. */
  freeze(): void;
  thaw(): void;
  remove(): Promise<void>;
}

/** @returns a server that runs */
export const makePostgresServer = async (): Promise<PostgresServer> => {
  const folder = makeFolder();
  const { signal } = new AbortController();
  const cluster = await openCluster(folder, signal);
  let running = await ensureRunning(cluster, signal);
  const thaw = () => signalSession(running.pid, 'SIGCONT');
  return {
    url: connectionURL(running.connection),
    start: async () => {
      running = await ensureRunning(cluster, signal);
    },
    stop: () => stopServer(cluster.data),
    crash: () => signalSession(running.pid, 'SIGKILL'),
    freeze: () => signalSession(running.pid, 'SIGSTOP'),
    thaw,
    remove: async () => {
      await stopServer(cluster.data);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** A temporary folder that the database's user can reach when the tests run as root. */
export const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-test-'));
  chmodSync(folder, 0o755);
  return folder;
};

/** The server was started as the leader of a process group; each of its processes has another one. */
const signalSession = (pid: number, signal: NodeJS.Signals): void => {
  for (const member of [pid, ...childrenOf(pid)]) {
    try {
      process.kill(member, signal);
    } catch {
      // It ended in the meantime.
    }
  }
};

const childrenOf = (parent: number): number[] =>
  execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, ppid]) => ppid === parent)
    .map(([pid]) => pid as number);
