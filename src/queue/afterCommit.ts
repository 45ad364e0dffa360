import type { PayloadRequest } from 'payload';
import { postgresOf } from '../database/pool.ts';

/** Calls back once the transaction of a request is over, whatever came of it; without a transaction at once. */
export const afterCommit = async (req: PayloadRequest, callBack: () => void): Promise<void> => {
  const id = await req.transactionID;
  const session = postgresOf(req.payload).sessions[String(id)];
  if (!session) return callBack();
  const { resolve } = session;
  session.resolve = async () => {
    await resolve();
    callBack();
  };
};
