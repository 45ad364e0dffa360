import { AsyncLocalStorage } from 'node:async_hooks';
import type { Endpoint, Payload, PayloadRequest } from 'payload';
import { keptOn } from '../shared/concurrency/keptOn.ts';

const requests = keptOn(globalThis, 'request', () => new AsyncLocalStorage<PayloadRequest>());
const requestIds = keptOn(globalThis, 'requestId', () => new AsyncLocalStorage<string>());

const runInRequest = <Result>(req: PayloadRequest, work: () => Result): Result => requests.run(req, work);

/** The request of the CMS that the running code serves; null outside of one. */
export const currentRequest = (): PayloadRequest | null => requests.getStore() ?? null;

export const runWithRequestId = <Result>(requestId: string, work: () => Result): Result =>
  requestIds.run(requestId, work);

/** The id of the request that the running code serves. Returns undefined outside of a request. */
export const presentRequestId = (): string | undefined => requestIds.getStore();

const followed = Symbol.for('payload-support-portal.followed');

/** An endpoint, and whose it is: a collection's, a global's, or the app's. */
export interface FollowedEndpoint {
  readonly owner: 'collection' | 'global' | 'app';
  /** It is empty for the app's. */
  readonly slug: string;
  readonly path: string;
}

/** Serves a request, or responds in the endpoint's place. */
type Serve = (
  given: { readonly req: PayloadRequest; readonly endpoint: FollowedEndpoint },
  run: () => Promise<Response>,
) => Promise<Response>;

/** Makes every REST endpoint, the CMS's own and other plugins' too, known to {@link currentRequest}. */
export const followRequests = (payload: Payload, serve: Serve): void => {
  const { endpoints, collections, globals } = payload.config;
  const follow = (
    list: Endpoint[] | false | undefined,
    owner: FollowedEndpoint['owner'],
    slug = '',
  ): void => {
    // Replaced and not changed: the CMS shares its own endpoints between all apps of a process.
    if (Array.isArray(list))
      list.splice(0, list.length, ...list.map((endpoint) => followOne(endpoint, { owner, slug }, serve)));
  };
  follow(endpoints, 'app');
  for (const collection of collections) follow(collection.endpoints, 'collection', collection.slug);
  for (const global of globals) follow(global.endpoints, 'global', global.slug);
};

const followOne = (
  endpoint: Endpoint,
  whose: Pick<FollowedEndpoint, 'owner' | 'slug'>,
  serve: Serve,
): Endpoint => {
  const { handler, path } = endpoint;
  if (followed in handler) return endpoint;
  const following = (req: PayloadRequest): Promise<Response> =>
    serve({ req, endpoint: { ...whose, path } }, () => runInRequest(req, async () => handler(req)));
  return { ...endpoint, handler: Object.assign(following, { [followed]: true }) };
};
