import type { Payload, TypedUser } from 'payload';
import { within } from '../shared/within.ts';
import { currentRequest } from './requestContext.ts';

/**
 * The user logged in to the request that the running code serves: of REST endpoints by their request, of GraphQL
 * and the admin UI's server functions by the headers that Next holds. Null outside a request.
 */
export const currentUser = async (payload: Payload): Promise<TypedUser | null> => {
  const req = currentRequest();
  if (req) return req.user;
  const headers = await nextHeaders();
  if (!headers) return null;
  const { user } = await within(payload.auth({ headers, canSetHeaders: false }), patience, { user: null });
  return user;
};

/** How long the database is asked who it was, in milliseconds: a mail does not wait for its log. */
const patience = 1_000;

/** Next throws where it serves no request, and is not there at all in a script. */
const nextHeaders = async (): Promise<Headers | null> => {
  try {
    const { headers } = await import('next/headers.js');
    return new Headers(await headers());
  } catch {
    return null;
  }
};
