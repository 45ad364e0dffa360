import type { Payload, TypedUser } from 'payload';
import { currentRequest } from '../../../core/request/requestContext.ts';
import { within } from '../../../core/shared/concurrency/within.ts';

/**
 * The user logged in to the request that the running code serves: REST endpoints know their request, GraphQL and the admin
 * UI's server functions the headers that Next holds. Returns null outside a request.
 */
export const currentUser = async (payload: Payload): Promise<TypedUser | null> => {
  const req = currentRequest();
  if (req) return req.user;
  const headers = await nextHeaders();
  if (!headers) return null;
  const { user } = await within(payload.auth({ headers, canSetHeaders: false }), patience, { user: null });
  return user;
};

/** Longest lookup of the user, in milliseconds: a mail does not wait for its log. */
const patience = 1_000;

type NextHeaders = typeof import('next/headers.js');

let next: Promise<NextHeaders | null> | undefined;

/** Asked for once: finding a module takes longer than sending a mail. Returns null if Next is not there, as in a script. */
const loadNext = (): Promise<NextHeaders | null> => {
  next ??= import('next/headers.js').catch(() => null);
  return next;
};

/**
 * The headers of Next's present request. Next throws if it serves none; the error is made without a stack, which would take
 * longer than all the rest.
 */
const nextHeaders = async (): Promise<Headers | null> => {
  const next = await loadNext();
  try {
    return next && new Headers(await withoutStackTrace(next.headers));
  } catch {
    return null;
  }
};

const withoutStackTrace = <Result>(work: () => Result): Result => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
};
