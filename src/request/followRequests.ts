import type { Endpoint, Payload } from 'payload';
import { runInRequest } from './requestContext.ts';

const followed = Symbol.for('payload-support-portal.followed');

/**
 * Makes every REST endpoint, the CMS's own and other plugins' too, known to {@link currentRequest}.
 *
 * @param served called at each request
 */
export const followRequests = (payload: Payload, served: () => void): void => {
  const { endpoints, collections, globals } = payload.config;
  const lists = [endpoints, ...[...collections, ...globals].map((entity) => entity.endpoints)];
  for (const list of lists) {
    if (Array.isArray(list)) for (const endpoint of list) follow(endpoint, served);
  }
};

const follow = (endpoint: Endpoint, served: () => void): void => {
  const { handler } = endpoint;
  if (followed in handler) return;
  endpoint.handler = Object.assign(
    (req: Parameters<typeof handler>[0]) => {
      served();
      return runInRequest(req, () => handler(req));
    },
    {
      [followed]: true,
    },
  );
};
