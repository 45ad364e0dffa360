import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Account, canReach } from './account.ts';
import { type Binaries, program } from './libraries.ts';

/** Where root keeps what the database's user could not reach in the data folder or in the checkout. */
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
