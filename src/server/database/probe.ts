import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/** Longest wait for a connection, or for a response on it. */
export const probeTimeoutMs = 2_000;

/** One connection that repeatedly checks whether the database responds. */
export interface Probe {
  /** Rejects if there is no response within two seconds; the connection is then useless. */
  ask(): Promise<void>;
  close(): void;
}

/**
 * Opens a connection within two seconds, or rejects.
 *
 * @param onBroken called once when the connection breaks by itself
 */
export const openProbe = async (url: string, onBroken: () => void): Promise<Probe> => {
  const client = connector(url);
  let isOurs = true;
  client.on('end', () => {
    if (isOurs) onBroken();
    isOurs = false;
  });
  const close = (): void => {
    isOurs = false;
    streamOf(client).destroy();
  };
  try {
    await client.connect();
  } catch (error) {
    close();
    throw error;
  }
  return { ask: async () => void (await client.query('select 1')), close };
};

/** A connection of the server's own, whose later breaking throws nothing. */
export const connector = (url: string, { queriesMayTakeLong = false } = {}): Client => {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: queriesMayTakeLong ? undefined : probeTimeoutMs,
    keepAlive: true,
  });
  client.on('error', () => {});
  return client;
};

const streamOf = (client: Client): Duplex =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream;

const pauseMs = 500;

/** Waits until the database responds, however long; logs the reason once. */
export const waitForDatabase = async (url: string, signal: AbortSignal): Promise<void> => {
  for (let said = ''; ; ) {
    signal.throwIfAborted();
    const reason = await whyUnreachable(url);
    if (reason === null) return;
    if (reason !== said) console.log(`Waiting for the database: ${reason}.`);
    said = reason;
    await sleep(pauseMs, undefined, { signal });
  }
};

/** The reason why the database is unreachable; null if it responds. */
export const whyUnreachable = async (url: string): Promise<string | null> => {
  try {
    const probe = await openProbe(url, () => {});
    await probe.ask().finally(probe.close);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
};

/** A refused connection to a name with several addresses is an error of many errors and no message. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
};
