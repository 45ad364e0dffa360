import type { Payload, TypedUser } from 'payload';
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
  const { user } = await Promise.race([
    payload.auth({ headers, canSetHeaders: false }),
    nobodyAfter(askedFor),
  ]);
  return user;
};

/** How long the database is asked who it was, in milliseconds: a mail does not wait for its log. */
const askedFor = 2_000;

const nobodyAfter = (milliseconds: number): Promise<{ user: null }> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds, { user: null }).unref());

/** Next throws where it serves no request, and is not there at all in a script. */
const nextHeaders = async (): Promise<Headers | null> => {
  try {
    const { headers } = await import('next/headers.js');
    return new Headers(await headers());
  } catch {
    return null;
  }
};
