import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { ownDatabase } from '../../src/server/embedded-postgres/owner.ts';

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

const startDatabase = async (dataDirectory: string) => {
  const own = () =>
    ownDatabase({
      dataDirectory,
      signal: new AbortController().signal,
      onLost: (reason) => console.error(`The tests' database is gone: ${reason.message}`),
    });
  const first = await own();
  await admitAll(first.url);
  await first.stop();
  return own();
};

/** A file of tests may start a dozen portals, each with connections of its own, and none of their data is kept. */
const admitAll = async (connectionString: string): Promise<void> => {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query('alter system set max_connections = 400');
  // It outlives no crash of the machine, and need not: tests that kill PostgreSQL have one of their own.
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await client.query(`alter system set ${name} = off`);
  // Tests log in thousands of times, each of which derives a key from the password on either side.
  const { username, password } = new URL(connectionString);
  await client.query('set scram_iterations = 1');
  await client.query(`alter role ${username} password ${client.escapeLiteral(decodeURIComponent(password))}`);
  await client.end();
};
