import { randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StartError } from '../startError.ts';
import { type Binaries, program } from './binaries.ts';

/** The user that the database runs as, if it is another than ours. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const preferred = ['postgres', '_postgres', 'nobody'];

export const isRoot = (): boolean => process.getuid?.() === 0;

/** The account for a new database. PostgreSQL refuses to run as root, so then a system user; null for our own. */
export const accountForNewCluster = (): Account | null => {
  if (!isRoot()) return null;
  const users = new Map(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map(([name, , uid, gid]) => [name, { uid: Number(uid), gid: Number(gid) }]),
  );
  const account = preferred.map((name) => users.get(name)).find((user) => user !== undefined);
  if (account) return account;
  throw new StartError(
    'The embedded PostgreSQL cannot run as root, and there is no user postgres or nobody: set DATABASE_URL.',
  );
};

/** A database that exists belongs to the user that made it. */
export const accountOfCluster = (data: string): Account | null => {
  const { uid, gid } = statSync(data);
  if (uid === process.getuid?.()) return null;
  if (isRoot()) return { uid, gid };
  throw new StartError(
    `The embedded database in ${data} belongs to another user: start as that user, or set DATABASE_URL.`,
  );
};

/** True if a user can reach a path: may pass every folder above it and enter the path itself. */
const canReach = (path: string, account: Account): boolean => {
  const real = realpathSync(path);
  return canEnter(real, account) && (real === dirname(real) || canReach(dirname(real), account));
};

const canEnter = (path: string, { uid, gid }: Account): boolean => {
  const found = statSync(path);
  const shift = found.uid === uid ? 6 : found.gid === gid ? 3 : 0;
  return ((found.mode >> shift) & 1) === 1;
};

/** Replaces the data folder or the checkout if we are root and the database's user could not reach them. */
const systemFolder = '/var/lib/payload-support-portal';

/** The folder in which the cluster is made: the data folder, if the database's user can get there. */
export const homeOfCluster = (dataDirectory: string, account: Account | null): string => {
  if (account === null || canReach(dataDirectory, account)) return dataDirectory;
  return makeSystemFolder();
};

/** The binaries, or a copy of them that the database's user can run. */
export const reachableBinaries = (binaries: Binaries, account: Account | null): Binaries => {
  if (account === null || canReach(program(binaries, 'postgres'), account)) return binaries;
  const copy = join(
    makeSystemFolder(),
    `postgresql-${binaries.version}-${process.platform}-${process.arch}`,
    basename(binaries.directory),
  );
  if (!existsSync(copy)) copyOnce(binaries.directory, copy);
  return { ...binaries, directory: copy };
};

const makeSystemFolder = (): string => {
  mkdirSync(systemFolder, { recursive: true, mode: 0o755 });
  return systemFolder;
};

const copyOnce = (source: string, destination: string): void => {
  const temporary = join(systemFolder, `copy-${randomUUID()}`);
  cpSync(source, temporary, { recursive: true, verbatimSymlinks: true });
  mkdirSync(join(destination, '..'), { recursive: true, mode: 0o755 });
  try {
    renameSync(temporary, destination);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    if (!existsSync(destination)) throw error;
  }
};
