import { randomUUID } from 'node:crypto';
import { killTransaction, type PayloadRequest } from 'payload';
import { postgresOf } from './pool.ts';
import { quote, runStatement } from './statement.ts';
import { afterwards, refused, sessionOf, undoing, type WatchedSession } from './transaction.ts';

/**
 * Runs `work` in a part of the request's transaction. If it fails, only this part is rolled back, and what waits for its
 * rollback runs; the transaction goes on.
 *
 * An operation of the CMS that fails rolls back the transaction that its request names. Until `work` ends, that is the part:
 * nothing else may use the request meanwhile.
 *
 * @throws the error of `work`; if it caught one that ended this part, the problem of a record's field, or an error that says so
 */
export const inSavepoint = async <Result>(
  req: PayloadRequest,
  work: () => Promise<Result>,
): Promise<Result> => {
  const { payload } = req;
  const whole = await sessionOf(req);
  if (!whole) throw new Error('A savepoint needs a transaction.');
  const transactionID = (await req.transactionID) as string;
  const id = randomUUID();
  const run = (command: string) => runStatement({ payload, transactionID }, `${command} ${quote(id)}`);
  const part: WatchedSession = {
    db: whole.db,
    resolve: async () => void (await run('release savepoint')),
    // If it fails, every later statement of the transaction fails, too.
    reject: () =>
      run('rollback to savepoint')
        .then(part.resolve)
        .catch(() => {}),
  };
  await run('savepoint');
  const { sessions } = postgresOf(payload);
  sessions[id] = part;
  req.transactionID = id;
  let hasWorked = false;
  try {
    const result = await work();
    hasWorked = true;
    // A failed operation of the CMS has ended it, whose error `work` caught.
    if (sessions[id] !== part) throw new Error('A part of the transaction was ended by its work.');
    await part.resolve();
    for (const end of [afterwards, undoing] as const)
      whole[end] = [...(whole[end] ?? []), ...(part[end] ?? [])];
    return result;
  } catch (error) {
    await killTransaction(req);
    throw (hasWorked ? part[refused] : undefined) ?? error;
  } finally {
    delete sessions[id];
    req.transactionID = transactionID;
  }
};
