import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresAdapter } from '@payloadcms/db-postgres';
import { commitTransaction, initTransaction, killTransaction, type PayloadRequest } from 'payload';
import { sqlStateOf } from '../shared/errors/errors.ts';

type Session = PostgresAdapter['sessions'][string];

export const afterwards = Symbol.for('payload-support-portal.afterCommit');
export const undoing = Symbol.for('payload-support-portal.afterRollback');
export const refused = Symbol.for('payload-support-portal.refusedChange');

/** A begun transaction, with what waits for its end. `src/core/upstream/refusedCommit.ts` runs it. */
export type WatchedSession = Session & {
  [afterwards]?: (() => unknown)[];
  [undoing]?: (() => unknown)[];
  /** The problem of a record's field that ended the transaction. */
  [refused]?: Error;
};

/** Something that follows a request's transaction. */
type Transactional = Pick<PayloadRequest, 'payload' | 'transactionID'>;

/**
 * Runs `work` in the request's transaction, or in a new one if it has none. A new one is repeated if PostgreSQL ended it
 * because of a deadlock.
 *
 * @throws the error of `work`, or an error if the commit failed: then nothing is in the database
 */
export const inTransaction = async <Result>(
  req: PayloadRequest,
  work: () => Promise<Result>,
): Promise<Result> => {
  const attempt = () => attemptIn(req, work);
  // Only the code that began a transaction repeats it.
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

/** Runs `work` once the request's transaction is committed, and never if it is not; at once if it has none. */
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

/** The connection inside of the request's transaction; null if it has none. */
export const sessionOf = async ({
  payload,
  transactionID,
}: Transactional): Promise<WatchedSession | null> => {
  const { sessions } = payload.db as unknown as PostgresAdapter;
  const id = await transactionID;
  return (id === undefined || id === null ? null : sessions[id]) ?? null;
};

const mostTries = 4;

/** Between two tries, in milliseconds. A random part is added, so that the two do not meet again. */
const pause = 20;

/** The SQLSTATEs after which a transaction is repeated: a deadlock, and a serialization failure. */
const passing: readonly unknown[] = ['40P01', '40001'];

/** Repeats work in a transaction of its own if PostgreSQL ended it because of a deadlock. */
const retryDeadlocks = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === mostTries || !passing.includes(sqlStateOf(error))) throw error;
      await sleep(pause * (1 + Math.random()));
    }
  }
};
