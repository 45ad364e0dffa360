import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { StartError } from '../startError.ts';
import { openCluster } from './cluster.ts';
import { connectEmbedded, connectionURL, type EmbeddedConnection } from './connection.ts';
import { stopServer, stopServerAtOnce } from './postmaster.ts';
import { ensureRunning } from './run.ts';

/** The embedded database in the hands of its one owner. */
export interface OwnedDatabase {
  readonly url: string;
  stop(): Promise<void>;
  /** Stops it synchronously, for a process that is about to end. */
  stopAtOnce(): void;
}

interface Ownership {
  readonly dataDirectory: string;
  readonly signal: AbortSignal;
  /** Called once if the database can be had no more: it does not start again, or has another owner. */
  readonly onLost: (reason: Error) => void;
}

/** Any number will do, as long as it stays the same: a lock of the session, so that it ends with the process. */
const ownerLock = 4_090_000_001;
const lockTries = 5;
const connectTries = 4;
const longestPauseMs = 5_000;

/**
 * Starts the embedded database of a data folder, or adopts it if it survived its killed owner, and keeps it running until
 * `stop`.
 *
 * @throws StartError if another process owns it
 */
export const ownDatabase = async ({ dataDirectory, signal, onLost }: Ownership): Promise<OwnedDatabase> => {
  const cluster = await openCluster(dataDirectory, signal);
  const stopped = new AbortController();
  const hold = async (until: AbortSignal): Promise<string> => {
    const { connection } = await ensureRunning(cluster, until);
    const lock = await acquire(connection, dataDirectory);
    lock.once('end', () => void regain());
    return connectionURL(connection);
  };
  const regain = async (): Promise<void> => {
    try {
      const again = await retrying(() => hold(stopped.signal), stopped.signal);
      if (again !== url)
        throw new StartError('The embedded database had to take another port: start the portal again.');
    } catch (error) {
      if (!stopped.signal.aborted) onLost(error as Error);
    }
  };
  const url = await hold(signal);
  return {
    url,
    stop: () => {
      stopped.abort();
      return stopServer(cluster.data);
    },
    stopAtOnce: () => stopServerAtOnce(cluster.data),
  };
};

/** Repeats work until it succeeds or the signal is aborted; a StartError says that another try cannot succeed. */
const retrying = async <Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> => {
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StartError) throw error;
    }
    await sleep(pauseMs, undefined, { signal });
  }
};

/**
 * Locks the database. The server responded a moment ago: if it is late now, this process, or the machine, is busy starting.
 */
const acquire = async (connection: EmbeddedConnection, dataDirectory: string): Promise<Client> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await acquireOn(await connectEmbedded(connection), dataDirectory);
    } catch (error) {
      if (error instanceof StartError || attempt === connectTries) throw error;
    }
  }
};

const acquireOn = async (client: Client, dataDirectory: string): Promise<Client> => {
  try {
    for (let attempt = 0; attempt < lockTries; attempt += 1) {
      const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
        ownerLock,
      ]);
      if (rows[0]?.locked) return client;
      await sleep(100);
    }
    throw new StartError(
      `The data folder ${dataDirectory} is in use by another portal, which owns its embedded database.`,
    );
  } catch (error) {
    await client.end();
    throw error;
  }
};
