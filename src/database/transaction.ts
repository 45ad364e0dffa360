import { randomUUID } from 'node:crypto';
import type { PostgresAdapter } from '@payloadcms/db-postgres';
import type { SQL } from '@payloadcms/db-postgres/drizzle';
import type { Payload, PayloadRequest } from 'payload';
import { type BaseDatabaseAdapter, commitTransaction, initTransaction, killTransaction } from 'payload';
import { retryDeadlocks } from './deadlock.ts';

type Session = PostgresAdapter['sessions'][string];

const afterwards = Symbol.for('payload-support-portal.afterCommit');
const undoing = Symbol.for('payload-support-portal.afterRollback');

type WatchedSession = Session & { [afterwards]?: (() => unknown)[]; [undoing]?: (() => unknown)[] };

/** Something that follows a request's transaction. */
type Transactional = Pick<PayloadRequest, 'payload' | 'transactionID'>;

/**
 * Runs `work` in the request's transaction, a new one where it has none; again in another one, where that got into a
 * deadlock.
 *
 * @throws what `work` throws, or that the commit failed: then nothing of it is in the database
 */
export const inTransaction = async <Result>(
  req: PayloadRequest,
  work: () => Promise<Result>,
): Promise<Result> => {
  const attempt = () => attemptIn(req, work);
  // Whoever began a transaction gives it up as a whole.
  return (await sessionOf(req)) ? attempt() : retryDeadlocks(attempt);
};

const attemptIn = async <Result>(req: PayloadRequest, work: () => Promise<Result>): Promise<Result> => {
  const isOwner = await initTransaction(req);
  try {
    const result = await work();
    if (isOwner) await commitTransaction(req);
    return result;
  } catch (error) {
    await killTransaction(req);
    throw error;
  }
};

/** Runs `work` once the request's transaction is committed, and never if it is not; at once where it has none. */
export const afterCommit = async (req: Transactional, work: () => unknown): Promise<void> => {
  const session = await sessionOf(req);
  if (session) session[afterwards] = [...(session[afterwards] ?? []), work];
  else await work();
};

/** Runs `work` once the request's transaction is rolled back, and never if it is committed. */
export const afterRollback = async (req: Transactional, work: () => unknown): Promise<void> => {
  const session = await sessionOf(req);
  if (session) session[undoing] = [...(session[undoing] ?? []), work];
};

/** The connection inside of the request's transaction; null where it has none. */
export const sessionOf = async ({
  payload,
  transactionID,
}: Transactional): Promise<WatchedSession | null> => {
  const { sessions } = payload.db as unknown as PostgresAdapter;
  const id = await transactionID;
  return (id === undefined || id === null ? null : sessions[id]) ?? null;
};

/**
 * Makes transactions of the CMS tell of a failed COMMIT, which its adapter keeps to itself (3.90.1: `done` of
 * `beginTransaction` catches everything), and gives them an end that {@link afterCommit} can wait for.
 */
export const watchTransactions = (adapter: BaseDatabaseAdapter, payload: Payload): void => {
  const postgres = adapter as unknown as PostgresAdapter;
  // Where the app has turned transactions off, there stands another function.
  if (adapter.beginTransaction.name !== 'beginTransaction') return;
  adapter.beginTransaction = (options) => begin(postgres, payload, options);
  adapter.commitTransaction = async (incoming) => {
    const id = await incoming;
    const session: WatchedSession | undefined = postgres.sessions[id];
    if (!session) return;
    delete postgres.sessions[id];
    try {
      await session.resolve();
    } catch (cause) {
      await session.reject();
      throw new Error('The change could not be committed; nothing was saved.', { cause });
    }
    for (const work of session[afterwards] ?? []) void runLoose(work, payload);
  };
};

const begin = async (adapter: PostgresAdapter, payload: Payload, options: unknown): Promise<string> => {
  await adapter.initializing;
  return new Promise((began, failed) => {
    const done: Promise<void> = adapter.drizzle.transaction(
      (db) =>
        new Promise<void>((commit, rollBack) => {
          const id = randomUUID();
          const session: WatchedSession = {
            db,
            resolve: async () => {
              const outcome = noteOutcome(db);
              commit();
              await done;
              assertCommitted(outcome());
            },
            reject: async () => {
              rollBack(new Error('The transaction is rolled back.'));
              await done.catch(() => {});
              for (const work of session[undoing] ?? []) await runLoose(work, payload);
            },
          };
          adapter.sessions[id] = session;
          began(id);
        }),
      (options || adapter.transactionOptions) as never,
    );
    done.catch(failed);
  });
};

/** Notes what PostgreSQL answers to the statement that ends a transaction. */
const noteOutcome = (db: Session['db']): (() => string | null) => {
  let outcome: string | null = null;
  const execute = db.execute.bind(db);
  Object.assign(db, {
    execute: async (statement: SQL) => {
      const result = await execute(statement);
      outcome = result.command;
      return result;
    },
  });
  return () => outcome;
};

/** COMMIT of a transaction in which something failed is answered by a quiet ROLLBACK. */
const assertCommitted = (outcome: string | null): void => {
  if (outcome !== 'COMMIT') throw new Error(`COMMIT was answered by ${outcome ?? 'nothing'}.`);
};

const runLoose = (work: () => unknown, payload: Payload): Promise<unknown> =>
  Promise.resolve()
    .then(work)
    .catch((err: unknown) => payload.logger.error({ err, msg: 'What was to follow a change failed.' }));
