import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { program, serverVariables } from '../../../src/server/embedded-postgres/binaries.ts';
import { openCluster } from '../../../src/server/embedded-postgres/cluster.ts';
import { connectionURL, readConnection } from '../../../src/server/embedded-postgres/connection.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL that all test files share; each makes its own databases in it. */
    databaseUrl: string;
    /** A folder for data folders, which goes when the run is over. */
    dataFolders: string;
  }
}

/** Starts one real PostgreSQL for the whole run, on throw-away data, or takes the one at `TEST_DATABASE_URL`. */
export default async (project: TestProject) => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'portal-tests-'));
  chmodSync(dataDirectory, 0o755);
  const given = process.env.TEST_DATABASE_URL;
  const database = given ? null : await startDatabase(dataDirectory);
  project.provide('databaseUrl', given ?? database?.url ?? '');
  project.provide('dataFolders', join(dataDirectory, 'portals'));
  return async () => {
    await database?.stop();
    removeBeside(dataDirectory, join('test/.programs', basename(dataDirectory)));
  };
};

/** Removes folders in a process that may outlive the run: hundreds of databases are as many thousand files, a minute's work. */
const removeBeside = (...folders: string[]): void =>
  spawn('rm', ['-rf', ...folders], { detached: true, stdio: 'ignore' }).unref();

/**
 * Starts PostgreSQL as the tests use it: by a socket of the file system, which takes a tenth less of a test's CPU than TCP.
 * It listens on TCP too, for tests that stand in between.
 */
const startDatabase = async (folder: string) => {
  const cluster = await openCluster(folder, new AbortController().signal);
  const connection = readConnection(cluster.directory);
  if (!connection) throw new Error(`${cluster.directory} has no connection.`);
  const sockets = join(folder, 'sockets');
  mkdirSync(sockets);
  // For every user that a test runs the portal as.
  chmodSync(sockets, 0o777);
  const settings = {
    port: connection.port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: sockets,
    // A file of tests may start a dozen portals, each with connections of its own.
    max_connections: 400,
    shared_buffers: '1GB',
    // Its data outlives no crash of the machine, and need not: tests that kill PostgreSQL have one of their own.
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    // Tests log in thousands of times, each of which derives a key from the password on either side.
    scram_iterations: 1,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(program(cluster.binaries, 'postgres'), ['-D', cluster.data, ...args], {
    ...cluster.account,
    cwd: '/',
    env: serverVariables(cluster.binaries, cluster.directory) as NodeJS.ProcessEnv,
    stdio: 'ignore',
  });
  const url = new URL(connectionURL(connection));
  url.searchParams.set('host', sockets);
  await deriveKeysOnce(url);
  return {
    url: url.href,
    stop: async () => {
      server.kill('SIGINT');
      await once(server, 'exit');
    },
  };
};

/** Has the password stored anew, by the number of iterations that counts now, once the server responds. */
const deriveKeysOnce = async ({ href, username, password }: URL): Promise<void> => {
  for (let patience = 300; ; patience -= 1) {
    const client = new Client({ connectionString: href });
    try {
      await client.connect();
      const secret = client.escapeLiteral(decodeURIComponent(password));
      return void (await client.query(`alter role ${username} password ${secret}`));
    } catch (error) {
      if (patience === 0) throw error;
      await sleep(100);
    } finally {
      await client.end().catch(() => {});
    }
  }
};
