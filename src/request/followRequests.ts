import type { Endpoint, Payload } from 'payload';
import { runInRequest } from './requestContext.ts';

const followed = Symbol.for('payload-support-portal.followed');

/** Makes every REST endpoint, the CMS's own and other plugins' too, known to {@link currentRequest}. */
export const followRequests = (payload: Payload): void => {
  const { endpoints, collections, globals } = payload.config;
  const lists = [endpoints, ...[...collections, ...globals].map((entity) => entity.endpoints)];
  for (const list of lists) {
    if (Array.isArray(list)) list.forEach(follow);
  }
};

const follow = (endpoint: Endpoint): void => {
  const { handler } = endpoint;
  if (followed in handler) return;
  endpoint.handler = Object.assign(
    (req: Parameters<typeof handler>[0]) => runInRequest(req, () => handler(req)),
    {
      [followed]: true,
    },
  );
};
