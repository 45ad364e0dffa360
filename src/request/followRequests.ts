import type { Endpoint, Payload, PayloadRequest } from 'payload';
import { runInRequest } from './requestContext.ts';

const followed = Symbol.for('payload-support-portal.followed');

/**
 * Makes every REST endpoint, the CMS's own and other plugins' too, known to {@link currentRequest}.
 *
 * @param served called at each request
 */
export const followRequests = (payload: Payload, served: (req: PayloadRequest) => void): void => {
  const { endpoints, collections, globals } = payload.config;
  const lists = [endpoints, ...[...collections, ...globals].map((entity) => entity.endpoints)];
  for (const list of lists) {
    // Replaced and not changed: the CMS shares its own endpoints between all apps of a process.
    if (Array.isArray(list)) list.splice(0, list.length, ...list.map((endpoint) => follow(endpoint, served)));
  }
};

const follow = (endpoint: Endpoint, served: (req: PayloadRequest) => void): Endpoint => {
  const { handler } = endpoint;
  if (followed in handler) return endpoint;
  const following = (req: PayloadRequest) => {
    served(req);
    return runInRequest(req, () => handler(req));
  };
  return { ...endpoint, handler: Object.assign(following, { [followed]: true }) };
};
