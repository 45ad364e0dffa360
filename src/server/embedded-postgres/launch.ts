import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, renameSync, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { readIfExists } from '../atomicFile.ts';
import type { Cluster } from './cluster.ts';
import { lastLine, serverVariables } from './initialize.ts';
import { program } from './libraries.ts';

const logFile = ({ directory }: Cluster): string => join(directory, 'server.log');
const largestLog = 5_000_000;

/** Starts the server in a session of its own, so that a Ctrl-C meant for the portal does not reach it. */
export const launchServer = (cluster: Cluster, port: number): ChildProcess => {
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

/** What the server last wrote, for the sentence that says why it does not run. */
export const lastLogLine = (cluster: Cluster): string => lastLine(readIfExists(logFile(cluster)) ?? '');

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
 * How much the server keeps of its tables, in megabytes: a quarter of the memory, as PostgreSQL's manual advises, at
 * most 1 GB. With its default a log of a million mails is read from files again for every search. Taken as it is used,
 * not at the start.
 *
 * @param memory what this process may use, in bytes
 */
export const sharedBuffers = (memory: number): number =>
  Math.min(largest, Math.max(postgresDefault, Math.floor(memory / 4 / megabyte)));

/** The memory of the machine, or of the container if that is less. In bytes. */
export const usableMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || totalmem());
