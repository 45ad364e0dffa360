import {
  addDataAndFileToRequest,
  type CollectionSlug,
  type Endpoint,
  headersWithCors,
  type PayloadRequest,
  registerFirstUserOperation,
} from 'payload';
import { generatePayloadCookie } from 'payload/shared';
import { withDatabaseLock } from '../database/lock.ts';

/**
 * Upstream: `first-register` lets several callers in at the same moment, and stores any field that they send.
 * No report is known.
 * Goes when: the CMS lets one caller in, and stores only fields that it may set.
 *
 * Replaces it: one caller becomes the administrator, and all others are rejected.
 */
export const registerFirstAdministrator = (usersSlug: string): Endpoint => ({
  path: '/first-register',
  method: 'post',
  handler: async (req) => {
    await addDataAndFileToRequest(req);
    const { exp, token, user } = await withDatabaseLock(req.payload, 'first-register', () =>
      register(req, usersSlug as CollectionSlug),
    );
    const cookie = generatePayloadCookie({
      collectionAuthConfig: usersOf(req, usersSlug).config.auth,
      cookiePrefix: req.payload.config.cookiePrefix,
      token: token ?? '',
    });
    const message = req.t('authentication:successfullyRegisteredFirstUser');
    const headers = headersWithCors({ headers: new Headers({ 'Set-Cookie': cookie }), req });
    return Response.json({ exp, message, token, user }, { headers });
  },
});

const register = (req: PayloadRequest, usersSlug: CollectionSlug) => {
  const { email, password, name } = req.data ?? {};
  return registerFirstUserOperation({
    collection: usersOf(req, usersSlug),
    data: { email, password, ...(typeof name === 'string' && { name }), role: 'administrator' },
    req,
  });
};

const usersOf = (req: PayloadRequest, slug: string) => {
  const collection = req.payload.collections[slug as CollectionSlug];
  if (!collection) throw new Error(`There is no collection "${slug}".`);
  return collection;
};
