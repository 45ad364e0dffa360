import { join } from 'node:path';
import { readSecret } from './database/settleSecret.ts';
import { clusterPath, connectionURL, readConnection } from './embedded-postgres/connection.ts';
import type { PortalEnvironment } from './environment.ts';

/** The values that a Payload config needs beyond the environment: the first start creates and keeps them. */
export interface PortalRuntime {
  /** The folder for uploads, the mail spool and the rest. */
  readonly dataDirectory: string;
  /** It is empty before the first start, as when Next builds. */
  readonly databaseURL: string;
  /** It is empty before the first start, as when Next builds. */
  readonly secret: string;
  readonly usesEmbeddedDatabase: boolean;
  /** True if the CMS may change the schema without a migration: only in `npm run dev`. */
  readonly pushesSchema: boolean;
}

/** Resolves the runtime from the files on disk. Synchronous, and writes nothing: Next imports the config, too. */
export const resolveRuntime = (environment: PortalEnvironment): PortalRuntime => {
  const dataDirectory = dataDirectoryOf(environment);
  const databaseURL = databaseURLOf(environment);
  const embedded = databaseURL === null ? readConnection(clusterPath(dataDirectory)) : null;
  return {
    dataDirectory,
    databaseURL: databaseURL ?? (embedded ? connectionURL(embedded) : ''),
    secret: environment.secret ?? readSecret(dataDirectory) ?? '',
    usesEmbeddedDatabase: databaseURL === null,
    pushesSchema: environment.mode === 'dev',
  };
};

/** `npm run dev` has a folder of its own below the portal's. */
export const dataDirectoryOf = ({ mode, dataDirectory }: PortalEnvironment): string =>
  mode === 'dev' ? join(dataDirectory, 'dev') : dataDirectory;

/** The database to use, or null for the embedded one. */
export const databaseURLOf = ({
  mode,
  databaseURL,
  developmentDatabaseURL,
}: PortalEnvironment): string | null => (mode === 'dev' ? developmentDatabaseURL : databaseURL);

/** Says where everything is, once requests can be served. */
export const announceReady = (environment: PortalEnvironment): void => {
  console.log(`The portal is ready: ${environment.serverURL}/admin`);
  console.log(`Data: ${dataDirectoryOf(environment)}`);
  console.log(`Database: ${nameDatabase(databaseURLOf(environment))}`);
};

/** The address of the database without its user and password, and without options, which may hold a password, too. */
const nameDatabase = (given: string | null): string => {
  if (given === null) return 'embedded PostgreSQL, in the data folder';
  const { hostname, port, pathname, searchParams } = new URL(given);
  return `PostgreSQL at ${hostname || searchParams.get('host')}${port && `:${port}`}${pathname}`;
};
