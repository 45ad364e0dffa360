import type { Principal } from '../access/roles.ts';
import { type Body, readBody, readFields, rejectParameters } from './body.ts';
import { type Operation, takesQuery } from './operation.ts';
import type { GivenInput } from './prepareOperation.ts';
import type { RequestInHand } from './requestInHand.ts';
import { holdBody } from './waitingBodies.ts';

/** Reads the query of a GET or DELETE, and the body of any other method, which takes no query. */
export const readInput = async (
  operation: Operation,
  inHand: RequestInHand,
  caller: Principal | null,
): Promise<Pick<Body, 'fingerprint' | 'discard'> & GivenInput> => {
  const { searchParams } = inHand.url;
  if (takesQuery(operation)) return { fingerprint: '', parse: () => readFields(searchParams) };
  const body = await readHeldBody(operation, inHand, caller);
  return { ...body, others: rejectParameters(searchParams) };
};

/** Reads a body that waits for a turn from now on, until the response is made. @throws {ApiError} `rate_limited` */
export const readHeldBody = async (
  operation: Operation,
  { req, portal }: RequestInHand,
  caller: Principal | null,
): Promise<Body> => {
  const body = await readBody(req, operation, portal);
  try {
    holdBody(req, caller, body.bytes);
    return body;
  } catch (error) {
    await body.discard?.();
    throw error;
  }
};
