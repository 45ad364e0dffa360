import type { PostgresAdapter } from '@payloadcms/db-postgres';
import { type SQL, sql } from '@payloadcms/db-postgres/drizzle';
import type { BaseDatabaseAdapter, Payload } from 'payload';
import { afterwards, refused, sessionOf, undoing, type WatchedSession } from '../database/transaction.ts';
import { isErrorOfCms } from '../shared/errors/errors.ts';
import { PortalStartError } from '../shared/errors/startErrors.ts';
import { withoutConnection } from './fullPool.ts';

type Session = PostgresAdapter['sessions'][string];

/**
 * Upstream: Payload's adapter reports a COMMIT that PostgreSQL refused as a success (3.90.1).
 * https://github.com/payloadcms/payload/pull/17726
 * Goes when: that change is released; `afterCommit` and `afterRollback` then need only `commitTransaction` itself.
 *
 * Makes the transactions of the CMS report a refused COMMIT, and gives `afterCommit` and `afterRollback` their moment. A change
 * of many records goes on after one whose value is taken, in a transaction that PostgreSQL has ended: its COMMIT reports that
 * value.
 *
 * It relies on two things: a begun transaction stands in `sessions` under its id, and drizzle ends it by `execute` of the
 * session's `db`. If either is missing, every transaction fails with a {@link PortalStartError}.
 */
export const watchTransactions = (adapter: BaseDatabaseAdapter, payload: Payload): void => {
  const { sessions, initializing } = adapter as unknown as PostgresAdapter;
  // Without a database it rejects, and no one may be waiting for it: Node would end the process.
  initializing.catch(() => {});
  const begin = adapter.beginTransaction.bind(adapter);
  const commit = adapter.commitTransaction.bind(adapter);
  const rollBack = adapter.rollbackTransaction.bind(adapter);
  adapter.beginTransaction = async (options) => {
    const id = await begin(options).catch((error: Error) => Promise.reject(withoutConnection(error)));
    assertWatchable(id, sessions);
    return id;
  };
  const updateOne: BaseDatabaseAdapter['updateOne'] = adapter.updateOne.bind(adapter);
  adapter.updateOne = async (args) => {
    try {
      return await updateOne(args);
    } catch (error) {
      const session = await sessionOf({ payload, transactionID: args.req?.transactionID });
      if (session && isErrorOfCms(error)) session[refused] ??= error;
      throw error;
    }
  };
  adapter.commitTransaction = async (incoming) => {
    const id = await incoming;
    const session: WatchedSession | undefined = sessions[id];
    // Another operation of the same request has ended it.
    if (!session) return;
    const answer = noteAnswer(session.db);
    await commit(id);
    try {
      assertCommitted(answer());
    } catch (error) {
      await runEach(session[undoing], payload);
      throw session[refused] ?? error;
    }
    void runEach(session[afterwards], payload);
  };
  adapter.rollbackTransaction = async (incoming) => {
    const id = await incoming;
    const session: WatchedSession | undefined = sessions[id];
    await rollBack(id);
    await runEach(session?.[undoing], payload);
  };
};

/**
 * Tries a transaction, which shows at the start whether the promises that depend on transactions hold.
 *
 * @throws {PortalStartError} if they do not
 */
export const assertTransactionsWork = async (payload: Payload): Promise<void> => {
  const transactionID = (await payload.db.beginTransaction()) ?? undefined;
  const session = await sessionOf({ payload, transactionID });
  const askConnection = async () => (await session?.db.execute(connectionSql))?.rows[0]?.pid;
  const [one, other] = await Promise.all([askConnection(), askConnection()]);
  await payload.db.commitTransaction(transactionID ?? '');
  if (one !== other) throw unknownAdapter();
};

/**
 * Drizzle tells a pool from a connection by the name of a class (0.45), which a bundler may shorten: then the statements of a
 * transaction go to several connections.
 */
const connectionSql = sql`select pg_backend_pid() as pid`;

const assertWatchable = (id: number | string | null, sessions: PostgresAdapter['sessions']): void => {
  if (id === null || id === undefined)
    throw new PortalStartError(
      'supportPortal needs transactions: remove transactionOptions: false from postgresAdapter() in your Payload config.',
    );
  if (typeof sessions[id]?.db.execute !== 'function') throw unknownAdapter();
};

const unknownAdapter = (): PortalStartError =>
  new PortalStartError(
    'supportPortal cannot follow the transactions of this @payloadcms/db-postgres: use a version that the portal is ' +
      'tested with (docs/integrators.md).',
  );

/** The result of a statement in PostgreSQL: the command that it carried out, or the error. */
type Answer = { readonly command: string } | { readonly error: unknown };

/** Notes PostgreSQL's result of the next statement, the one that ends the transaction. */
const noteAnswer = (db: Session['db']): (() => Answer | null) => {
  let answer: Answer | null = null;
  const execute = db.execute.bind(db);
  Object.assign(db, {
    execute: async (statement: SQL) => {
      try {
        const result = await execute(statement);
        answer ??= { command: result.command };
        return result;
      } catch (error) {
        answer ??= { error };
        throw error;
      }
    },
  });
  return () => answer;
};

/** Checks the result of a COMMIT: if a statement of the transaction failed, PostgreSQL silently rolls back instead. */
const assertCommitted = (answer: Answer | null): void => {
  if (answer === null) throw unknownAdapter();
  if ('command' in answer && answer.command === 'COMMIT') return;
  const cause =
    'error' in answer ? answer.error : new Error(`PostgreSQL answered COMMIT by ${answer.command}.`);
  throw new Error('The change could not be committed; nothing was saved.', { cause });
};

const runEach = async (works: readonly (() => unknown)[] | undefined, payload: Payload): Promise<void> => {
  await Promise.all((works ?? []).map((work) => runLoose(work, payload)));
};

const runLoose = (work: () => unknown, payload: Payload): Promise<unknown> =>
  Promise.resolve()
    .then(work)
    .catch((err: unknown) =>
      payload.logger.error({ err, msg: 'Work that follows a committed change failed.' }),
    );
