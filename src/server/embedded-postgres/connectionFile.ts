import { join } from 'node:path';
import { readIfExists, replaceFile } from '../atomicFile.ts';

/** How the embedded database is reached: chosen when it is made; the port changes when something else has taken it. */
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
