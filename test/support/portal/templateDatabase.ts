import { basename, dirname } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';

/** Any number that no lock of the portal has. */
const lock = 7_290_411;

const made = new Map<string, Promise<string>>();

/**
 * The name of a database to copy others from, which `prepare` fills once in a run: the first process that asks makes it,
 * the others wait for that. Its connections are ended.
 */
export const templateDatabase = (
  what: string,
  prepare: (databaseUrl: string) => Promise<void>,
): Promise<string> => {
  const known = made.get(what) ?? makeTemplate(what, prepare);
  made.set(what, known);
  return known;
};

const makeTemplate = async (
  what: string,
  prepare: (databaseUrl: string) => Promise<void>,
): Promise<string> => {
  const url = new URL(inject('databaseUrl'));
  const run = basename(dirname(inject('dataFolders')));
  const name = `${what}_${run}`.replaceAll(/\W/g, '_').toLowerCase();
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    // Ends with the connection.
    await client.query('select pg_advisory_lock($1)', [lock]);
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rows.length > 0) return name;
    const unfinished = `${name}_unfinished`;
    await client.query(`drop database if exists ${unfinished}`);
    await client.query(`create database ${unfinished}`);
    url.pathname = `/${unfinished}`;
    await prepare(url.href);
    // The CMS keeps its connections.
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      unfinished,
    ]);
    await client.query(`alter database ${unfinished} rename to ${name}`);
    return name;
  } finally {
    await client.end();
  }
};
