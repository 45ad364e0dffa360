import type { Endpoint, Payload, PayloadRequest } from 'payload';
import { runInRequest } from './requestContext.ts';

const followed = Symbol.for('payload-support-portal.followed');

/** What is done before each request is served; if it rejects, the request fails. */
type Served = (req: PayloadRequest) => Promise<void>;

/** Makes every REST endpoint, the CMS's own and other plugins' too, known to {@link currentRequest}. */
export const followRequests = (payload: Payload, served: Served): void => {
  const { endpoints, collections, globals } = payload.config;
  const lists = [endpoints, ...[...collections, ...globals].map((entity) => entity.endpoints)];
  for (const list of lists) {
    // Replaced and not changed: the CMS shares its own endpoints between all apps of a process.
    if (Array.isArray(list)) list.splice(0, list.length, ...list.map((endpoint) => follow(endpoint, served)));
  }
};

const follow = (endpoint: Endpoint, served: Served): Endpoint => {
  const { handler } = endpoint;
  if (followed in handler) return endpoint;
  const following = async (req: PayloadRequest): Promise<Response> => {
    await served(req);
    return runInRequest(req, () => handler(req));
  };
  return { ...endpoint, handler: Object.assign(following, { [followed]: true }) };
};
