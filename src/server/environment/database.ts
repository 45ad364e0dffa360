import { jobConnections, portalConnections } from '../../core/database/pool.ts';
import { EnvironmentError, integer, text, url, type Variables } from './values.ts';

/** The shares of a process's pools in its connections; together they are `DATABASE_POOL_MAX`. */
interface ConnectionShares {
  /** The monitor, and at the start the lock of the migrations. */
  readonly server: number;
  /** The plugin's own small pools: locks, and writes outside the caller's transaction. */
  readonly portal: number;
  /** The pool of the queues, whatever their number. */
  readonly jobs: number;
  readonly cms: number;
}

const server = 1;
/** Fewest connections for the CMS. With a single one a nested call of the CMS waits for itself. */
const fewestForCms = 2;
const fewestConnections = server + portalConnections + jobConnections + fewestForCms;
const mostConnections = 10_000;

export const databaseURL = (variables: Variables, name: string): string | null => {
  const parsed = url(variables, name, ['postgresql', 'postgres']);
  if (parsed === null) return null;
  if (parsed.hostname === '' && !parsed.searchParams.get('host')) {
    throw new EnvironmentError(name, 'names no host: write postgresql://user:password@host:port/database');
  }
  return text(variables, name);
};

export const readPoolMax = (variables: Variables): number =>
  integer(variables, 'DATABASE_POOL_MAX', { fallback: 15, min: fewestConnections, max: mostConnections });

export const shareConnections = (max: number): ConnectionShares => ({
  server,
  portal: portalConnections,
  jobs: jobConnections,
  cms: max - server - portalConnections - jobConnections,
});

/** A development database of its own, for the CMS changes its schema without asking. */
export const readDevelopmentDatabase = (variables: Variables): string | null => {
  const development = databaseURL(variables, 'DEV_DATABASE_URL');
  if (development !== null && development === databaseURL(variables, 'DATABASE_URL')) {
    throw new EnvironmentError(
      'DEV_DATABASE_URL',
      'must name another database than DATABASE_URL: npm run dev changes its schema',
    );
  }
  return development;
};
