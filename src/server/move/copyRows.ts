import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { StartError } from '../startError.ts';

interface Copy {
  readonly source: ClientBase;
  /** A connection in a transaction, to a database with the tables of the same version. */
  readonly target: ClientBase;
  readonly signal: AbortSignal;
}

/**
 * Copies every row by PostgreSQL's own `COPY`, and the values of the sequences. Foreign keys are dropped meanwhile, because
 * tables refer to each other in circles, and checked when they are added again.
 *
 * @returns the numbers of tables and rows
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

/** A connection, or a pool of them. */
export type Queryable = Pick<ClientBase, 'query'>;

interface Table {
  /** Quoted, with its schema. */
  readonly name: string;
  /** Quoted, those that are computed left out. */
  readonly columns: string;
}

/** All tables except those of the system and of extensions. A partitioned table stands for its partitions. */
export const listTables = async (client: Queryable): Promise<readonly Table[]> => {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^(pg_|information_schema$)'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by 1`,
  );
  return rows;
};

/** A reference from one table to another. */
interface Reference {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

const listReferences = async (client: Queryable): Promise<readonly Reference[]> => {
  const { rows } = await client.query<Reference>(
    `select format('%I.%I', n.nspname, c.relname) as "table", quote_ident(f.conname) as name,
       pg_get_constraintdef(f.oid) as definition
     from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
     where f.contype = 'f' and f.conparentid = 0 and n.nspname !~ '^(pg_|information_schema$)'`,
  );
  return rows;
};

interface Sequence {
  readonly name: string;
  readonly lastValue: string;
}

/** The sequences that have given a number. */
const listSequences = async (client: Queryable): Promise<readonly Sequence[]> => {
  const { rows } = await client.query<Sequence>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value as "lastValue"
     from pg_sequences where last_value is not null`,
  );
  return rows;
};
