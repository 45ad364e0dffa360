import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { readIfExists, replaceFile } from '../atomicFile.ts';

/** The connection to the embedded database: chosen when it is created; the port changes if another program has taken it. */
export interface EmbeddedConnection {
  readonly port: number;
  readonly password: string;
}

export const embeddedUser = 'portal';
const database = 'postgres';

/** The folder of the embedded database, or a link to it, in a data folder. */
export const clusterPath = (dataDirectory: string): string => join(dataDirectory, 'postgres');

const connectionFile = (cluster: string): string => join(cluster, 'connection.json');

export const readConnection = (cluster: string): EmbeddedConnection | null => {
  const content = readIfExists(connectionFile(cluster));
  return content === null ? null : (JSON.parse(content) as EmbeddedConnection);
};

export const writeConnection = (cluster: string, connection: EmbeddedConnection): void =>
  replaceFile(connectionFile(cluster), `${JSON.stringify(connection)}\n`);

export const connectionURL = ({ port, password }: EmbeddedConnection): string =>
  `postgresql://${embeddedUser}:${password}@127.0.0.1:${port}/${database}`;

const timeoutMs = 2_000;

/** Connects to the embedded server; a connection that breaks later emits `end`, and never throws. */
export const connectEmbedded = async (connection: EmbeddedConnection): Promise<Client> => {
  const client = new Client({
    connectionString: connectionURL(connection),
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    keepAlive: true,
  });
  client.on('error', () => {});
  await client.connect();
  return client;
};

/** True if the server behind a connection is the one of that data folder. */
export const servesCluster = async (connection: EmbeddedConnection, data: string): Promise<boolean> => {
  try {
    const client = await connectEmbedded(connection);
    try {
      const { rows } = await client.query<{ data: string }>(
        "select current_setting('data_directory') as data",
      );
      return rows[0]?.data === data;
    } finally {
      await client.end();
    }
  } catch {
    return false;
  }
};

/** The lowest port, below the range from which systems take ports for outgoing connections. */
const lowest = 20_000;
const highest = 32_000;

export const isPortFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });

export const chooseFreePort = async (): Promise<number> => {
  const port = randomInt(lowest, highest);
  return (await isPortFree(port)) ? port : chooseFreePort();
};
