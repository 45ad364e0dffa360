import { handleEndpoints, type SanitizedConfig } from 'payload';

interface Served {
  readonly config: SanitizedConfig;
  /** Of the Payload instance. */
  readonly key: string;
}

const portals = Symbol.for('payload-support-portal.test.portals');

/** What REST_GET and its siblings of the CMS do, for one of several portals of the process. */
const serve = (request: Request): Promise<Response> => {
  const served = (globalThis as { [portals]?: Map<string, Served> })[portals];
  const portal = served?.get(request.headers.get('X-Test-Portal') ?? '');
  if (!portal) throw new Error('The tests have started no such portal.');
  return handleEndpoints({
    config: Promise.resolve(portal.config),
    payloadInstanceCacheKey: portal.key,
    request,
  });
};

export { serve as DELETE, serve as GET, serve as OPTIONS, serve as PATCH, serve as POST, serve as PUT };
