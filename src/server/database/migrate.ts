import { type MigrateUpArgs, type PostgresAdapter, sql } from '@payloadcms/db-postgres';
import { commitTransaction, createLocalReq, initTransaction, killTransaction, type Payload } from 'payload';
import { StartError } from '../startError.ts';

/** A migration as `src/migrations/index.ts` lists it. */
export interface Migration {
  readonly name: string;
  up(args: MigrateUpArgs): Promise<void>;
}

/** The batch number that `npm run dev` leaves in a database whose schema it changed without migrations. */
const pushedBatch = -1;

/**
 * Applies the migrations that are missing, each in a transaction. Call it under the start lock: the CMS's own
 * `migrate` takes none, asks questions on the terminal and ends the process if one fails.
 *
 * @throws StartError in a database that `npm run dev` changed
 */
export const applyMigrations = async (payload: Payload, migrations: readonly Migration[]): Promise<void> => {
  const applied = await appliedMigrations(payload);
  if (applied.some(({ batch }) => batch === pushedBatch)) {
    throw new StartError(
      'DATABASE_URL names a database that npm run dev has changed without migrations: use another one.',
    );
  }
  const batch = Math.max(0, ...applied.map((migration) => migration.batch)) + 1;
  const isApplied = (name: string) => applied.some((migration) => migration.name === name);
  for (const migration of migrations.filter(({ name }) => !isApplied(name)))
    await apply(payload, migration, batch);
};

export const hasPendingMigrations = async (
  payload: Payload,
  migrations: readonly Migration[],
): Promise<boolean> => {
  const applied = new Set((await appliedMigrations(payload)).map(({ name }) => name));
  return migrations.some(({ name }) => !applied.has(name));
};

interface AppliedMigration {
  readonly name: string;
  readonly batch: number;
}

/** Read on a connection that is given back at once: a lock on the table would keep a migration from changing it. */
const appliedMigrations = async (payload: Payload): Promise<readonly AppliedMigration[]> => {
  const { pool } = adapterOf(payload);
  const table = await pool.query<{ exists: boolean }>(
    "select to_regclass('payload_migrations') is not null as exists",
  );
  if (!table.rows[0]?.exists) return [];
  const { rows } = await pool.query<{ name: string; batch: string }>(
    'select name, batch from payload_migrations',
  );
  return rows.map(({ name, batch }) => ({ name, batch: Number(batch) }));
};

const apply = async (payload: Payload, migration: Migration, batch: number): Promise<void> => {
  console.log(`Migrating the database: ${migration.name}.`);
  const req = await createLocalReq({}, payload);
  try {
    await initTransaction(req);
    const session = adapterOf(payload).sessions[String(await req.transactionID)];
    if (!session) throw new Error('The transaction of a migration did not begin.');
    await session.db.execute(sql`set local statement_timeout = 0`);
    await migration.up({ db: session.db, payload, req } as MigrateUpArgs);
    await payload.create({
      collection: 'payload-migrations',
      data: { name: migration.name, batch },
      req,
      overrideAccess: true,
    });
    await commitTransaction(req);
  } catch (error) {
    await killTransaction(req);
    throw new Error(`The migration ${migration.name} failed.`, { cause: error });
  }
  await assertCommitted(payload, migration);
};

/** The CMS says nothing of a commit that fails. */
const assertCommitted = async (payload: Payload, migration: Migration): Promise<void> => {
  if (await hasPendingMigrations(payload, [migration]))
    throw new Error(`The migration ${migration.name} was not committed.`);
};

const adapterOf = (payload: Payload): PostgresAdapter => payload.db as unknown as PostgresAdapter;
