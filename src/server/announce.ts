import type { PortalEnvironment } from './environment.ts';
import { databaseURLOf, dataDirectoryOf } from './runtime.ts';

/** Says where everything is, once requests can be served. */
export const announceReady = (environment: PortalEnvironment): void => {
  console.log(`The portal is ready: ${environment.serverURL}/admin`);
  console.log(`Data: ${dataDirectoryOf(environment)}`);
  console.log(`Database: ${nameDatabase(databaseURLOf(environment))}`);
};

/** Without the user and the password, and without options, which may hold a password, too. */
const nameDatabase = (given: string | null): string => {
  if (given === null) return 'embedded PostgreSQL, in the data folder';
  const { hostname, port, pathname, searchParams } = new URL(given);
  return `PostgreSQL at ${hostname || searchParams.get('host')}${port && `:${port}`}${pathname}`;
};
