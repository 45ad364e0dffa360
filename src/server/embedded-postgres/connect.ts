import { Client } from 'pg';
import { connectionURL, type EmbeddedConnection } from './connectionFile.ts';

const timeoutMs = 2_000;

/** Connects to the embedded server; a connection that breaks later says so by `end`, and never by a thrown error. */
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

/** Whether the server behind a connection is the one of that data folder. */
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
