import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { readIfExists } from '../atomicFile.ts';
import { StartError } from '../startError.ts';
import {
  type Account,
  accountForNewCluster,
  accountOfCluster,
  homeOfCluster,
  reachableBinaries,
} from './account.ts';
import { type Binaries, findBinaries, lastLine, program, serverVariables } from './binaries.ts';
import { chooseFreePort, clusterPath, embeddedUser, writeConnection } from './connection.ts';

/** An embedded database on disk, with the programs and the account that run it. */
export interface Cluster {
  /** Holds `data`, `connection.json`, `server.log`, and `lib` if the libraries' links had to be made. */
  readonly directory: string;
  readonly data: string;
  readonly binaries: Binaries;
  readonly account: Account | null;
}

/** Opens the embedded database of a data folder, and creates it first if there is none. */
export const openCluster = async (dataDirectory: string, signal: AbortSignal): Promise<Cluster> => {
  const path = clusterPath(dataDirectory);
  if (!existsSync(join(path, 'data'))) await makeCluster(dataDirectory, path, signal);
  const directory = realpathSync(path);
  const data = join(directory, 'data');
  const account = accountOfCluster(data);
  const binaries = reachableBinaries(findBinaries(), account);
  assertSameMajor(data, binaries);
  return { directory, data, binaries, account };
};

const makeCluster = async (dataDirectory: string, path: string, signal: AbortSignal): Promise<void> => {
  const account = accountForNewCluster();
  const home = homeOfCluster(dataDirectory, account);
  discardUnfinished(home);
  const directory = join(home, `${unfinished}${randomUUID()}`);
  mkdirSync(directory, { mode: 0o700 });
  const password = randomBytes(24).toString('base64url');
  const passwordFile = join(directory, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) {
    for (const owned of [directory, passwordFile]) chownSync(owned, account.uid, account.gid);
  }
  await initializeDatabase({
    directory,
    passwordFile,
    binaries: reachableBinaries(findBinaries(), account),
    account,
    signal,
  });
  rmSync(passwordFile);
  writeConnection(directory, { port: await chooseFreePort(), password });
  if (home === dataDirectory) return publish(directory, path, renameSync);
  const finished = join(home, randomUUID());
  renameSync(directory, finished);
  publish(finished, path, symlinkSync);
  console.log(`The embedded database is kept in ${finished}: its user cannot reach ${dirname(path)}.`);
};

/**
 * Puts the finished cluster in its place in one step. If two first starts run at once, the later one's cluster is thrown
 * away.
 */
const publish = (directory: string, path: string, place: (from: string, to: string) => void): void => {
  try {
    place(directory, path);
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    if (!existsSync(join(path, 'data'))) throw error;
  }
};

const unfinished = 'postgres.new-';
const abandonedAfterMs = 600_000;

const discardUnfinished = (home: string): void => {
  const paths = readdirSync(home)
    .filter((name) => name.startsWith(unfinished))
    .map((name) => join(home, name));
  for (const path of paths) {
    if (Date.now() - statSync(path).mtimeMs > abandonedAfterMs)
      rmSync(path, { recursive: true, force: true });
  }
};

const assertSameMajor = (data: string, { version }: Binaries): void => {
  const made = readIfExists(join(data, 'PG_VERSION'))?.trim();
  const major = version.split('.')[0];
  if (made === major) return;
  throw new StartError(
    `The embedded database in ${data} was created by PostgreSQL ${made ?? 'of unknown version'}, but this is ${major}.`,
  );
};

interface Initialization {
  readonly directory: string;
  readonly passwordFile: string;
  readonly binaries: Binaries;
  readonly account: Account | null;
  readonly signal: AbortSignal;
}

/**
 * Runs initdb into `data` of a folder. The locale is PostgreSQL's own: the same on every system, with the letters of
 * all scripts in upper and lower case, which the system's plain `C` has not.
 */
export const initializeDatabase = async ({
  directory,
  passwordFile,
  ...run
}: Initialization): Promise<void> => {
  const data = join(directory, 'data');
  const child = spawn(
    program(run.binaries, 'initdb'),
    [
      ['-D', data, '-U', embeddedUser, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8'],
      ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--no-instructions'],
    ].flat(),
    {
      ...run.account,
      signal: run.signal,
      cwd: '/',
      env: serverVariables(run.binaries, directory) as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const failure = await new Promise<string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? null : lastLine(Buffer.concat(output).toString())));
  });
  run.signal.throwIfAborted();
  if (failure !== null) throw new StartError(`The embedded database could not be created: ${failure}`);
};
