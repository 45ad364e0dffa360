import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from '../startError.ts';

/** The user that the database runs as, if it is another than ours. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const preferred = ['postgres', '_postgres', 'nobody'];

export const isRoot = (): boolean => process.getuid?.() === 0;

/** PostgreSQL refuses to run as root: then it is a system user's, else ours (null). */
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

/** Whether a user can get to a path: may pass every folder above it and enter the path itself. */
export const canReach = (path: string, account: Account): boolean => {
  const real = realpathSync(path);
  return canEnter(real, account) && (real === dirname(real) || canReach(dirname(real), account));
};

const canEnter = (path: string, { uid, gid }: Account): boolean => {
  const found = statSync(path);
  const shift = found.uid === uid ? 6 : found.gid === gid ? 3 : 0;
  return ((found.mode >> shift) & 1) === 1;
};
