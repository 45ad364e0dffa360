import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../startError.ts';
import type { Cluster } from './cluster.ts';
import { servesCluster } from './connect.ts';
import { type EmbeddedConnection, readConnection, writeConnection } from './connectionFile.ts';
import { lastLogLine, launchServer } from './launch.ts';
import { chooseFreePort, isPortFree } from './port.ts';
import { clearStrayLock, livingPostmaster } from './processes.ts';
import { stopServer } from './stop.ts';

/** A server that answers. */
export interface RunningServer {
  readonly pid: number;
  readonly connection: EmbeddedConnection;
}

const attempts = 8;
const pollMs = 20;
/** After a crash the server first replays its log. */
const patienceMs = 300_000;

/**
 * Makes sure that the cluster's server runs, and answers with it: one that lives is adopted, else one is started.
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
      throw new StartError(`The embedded database (process ${postmaster.pid}) does not answer.`);
    await sleep(pollMs, undefined, { signal });
  }
};

/** Starts a server and answers whether it claimed the cluster. */
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
