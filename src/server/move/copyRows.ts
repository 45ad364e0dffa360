import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { StartError } from '../startError.ts';
import { listReferences, listSequences, listTables } from './tables.ts';

interface Copy {
  readonly source: ClientBase;
  /** In a transaction, and with the tables of the same version. */
  readonly target: ClientBase;
  readonly signal: AbortSignal;
}

/**
 * Copies every row by PostgreSQL's own `COPY`, and where its sequences stand. References are taken off meanwhile, for
 * tables refer to each other in circles, and checked as they come back.
 *
 * @returns how many tables and rows there were
 */
export const copyRows = async ({ source, target, signal }: Copy) => {
  const tables = await listTables(source);
  const known = new Set((await listTables(target)).map(({ name }) => name));
  const unknown = tables.find(({ name }) => !known.has(name));
  if (unknown)
    throw new StartError(`This version has no table ${unknown.name}, which the embedded database has.`);
  const references = await listReferences(target);
  for (const { table, name } of references)
    await target.query(`alter table ${table} drop constraint ${name}`);
  await target.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  let rows = 0;
  for (const { name, columns } of tables) {
    const reading = source.query(copyTo(`copy (select ${columns} from ${name}) to stdout`));
    const writing = target.query(copyFrom(`copy ${name} (${columns}) from stdin`));
    await pipeline(reading, writing, { signal });
    rows += writing.rowCount;
  }
  for (const { table, name, definition } of references)
    await target.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const { name, lastValue } of await listSequences(source))
    await target.query('select setval(to_regclass($1), $2)', [name, lastValue]);
  return { tables: tables.length, rows };
};
