import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, renameSync, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readIfExists } from '../atomicFile.ts';
import { StartError } from '../startError.ts';
import { lastLine, program, serverVariables } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import {
  chooseFreePort,
  type EmbeddedConnection,
  isPortFree,
  readConnection,
  servesCluster,
  writeConnection,
} from './connection.ts';
import { clearStrayLock, livingPostmaster, stopServer } from './postmaster.ts';

/** A server that responds. */
interface RunningServer {
  readonly pid: number;
  readonly connection: EmbeddedConnection;
}

const attempts = 8;
const pollMs = 20;
/** After a crash the server first replays its log. */
const patienceMs = 300_000;

/**
 * Makes sure that the cluster's server runs: adopts a living one, else starts one.
 * If two processes try at once, one starts it and both get it. If the signal aborts in between, no server is left behind.
 */
export const ensureRunning = async (cluster: Cluster, signal: AbortSignal): Promise<RunningServer> => {
  let launched = false;
  try {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const adopted = await adopt(cluster, signal);
      if (adopted) return adopted;
      clearStrayLock(cluster.data);
      const connection = await connectionWithFreePort(cluster.directory);
      signal.throwIfAborted();
      launched = await launch(cluster, connection.port);
      if (!launched) await sleep(100 * attempt, undefined, { signal });
    }
  } catch (error) {
    if (launched && signal.aborted) await stopServer(cluster.data);
    throw error;
  }
  throw new StartError(`The embedded database does not start: ${lastLogLine(cluster)}`);
};

/** Waits for the living server, if there is one: it may be starting, recovering from a crash, or about to stop. */
const adopt = async ({ directory, data }: Cluster, signal: AbortSignal): Promise<RunningServer | null> => {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    signal.throwIfAborted();
    const postmaster = livingPostmaster(data);
    const recorded = readConnection(directory);
    if (postmaster === null || recorded === null) return null;
    if (postmaster.port !== null) {
      const connection = { ...recorded, port: postmaster.port };
      if (await servesCluster(connection, data)) {
        if (recorded.port !== connection.port) writeConnection(directory, connection);
        return { pid: postmaster.pid, connection };
      }
    }
    if (Date.now() > deadline)
      throw new StartError(`The embedded database (process ${postmaster.pid}) does not respond.`);
    await sleep(pollMs, undefined, { signal });
  }
};

/** Starts a server and returns whether it claimed the cluster. */
const launch = async (cluster: Cluster, port: number): Promise<boolean> => {
  const ended = once(launchServer(cluster, port), 'exit').then(
    () => true,
    () => true,
  );
  for (;;) {
    if (livingPostmaster(cluster.data)) return true;
    if (await Promise.race([ended, sleep(pollMs, false)])) return false;
  }
};

const connectionWithFreePort = async (directory: string): Promise<EmbeddedConnection> => {
  const recorded = readConnection(directory);
  if (recorded === null)
    throw new StartError(`${directory} holds a database, but no connection.json with its password.`);
  if (await isPortFree(recorded.port)) return recorded;
  const moved = { ...recorded, port: await chooseFreePort() };
  writeConnection(directory, moved);
  return moved;
};

const logFile = ({ directory }: Cluster): string => join(directory, 'server.log');
const largestLog = 5_000_000;

/** Starts the server in a session of its own, so that a Ctrl-C meant for the portal does not reach it. */
const launchServer = (cluster: Cluster, port: number): ChildProcess => {
  const log = openLog(cluster);
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'logging_collector=off',
    `shared_buffers=${sharedBuffers(usableMemory())}MB`,
  ];
  const child = spawn(
    program(cluster.binaries, 'postgres'),
    ['-D', cluster.data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    {
      ...cluster.account,
      cwd: '/',
      detached: true,
      env: serverVariables(cluster.binaries, cluster.directory) as NodeJS.ProcessEnv,
      stdio: ['ignore', log, log],
    },
  );
  closeSync(log);
  child.on('error', () => {});
  child.unref();
  return child;
};

/** The server's last log line, for the sentence that says why it does not run. */
const lastLogLine = (cluster: Cluster): string => lastLine(readIfExists(logFile(cluster)) ?? '');

const openLog = (cluster: Cluster): number => {
  const path = logFile(cluster);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > largestLog) renameSync(path, `${path}.1`);
  return openSync(path, 'a', 0o600);
};

const megabyte = 1024 * 1024;
const postgresDefault = 128;
const largest = 1024;

/**
 * The server's cache for its tables, in megabytes: a quarter of the memory, as PostgreSQL's manual advises, at most 1 GB.
 * With its default a log of a million mails is read from files again for every search. PostgreSQL takes the memory as it
 * uses it, not at the start.
 *
 * @param memory this process's memory limit, in bytes
 */
export const sharedBuffers = (memory: number): number =>
  Math.min(largest, Math.max(postgresDefault, Math.floor(memory / 4 / megabyte)));

/** The memory of the machine, or of the container if that is less, in bytes. */
export const usableMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || totalmem());
