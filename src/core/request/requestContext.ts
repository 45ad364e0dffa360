import { AsyncLocalStorage } from 'node:async_hooks';
import type { PayloadRequest } from 'payload';
import { keptOn } from '../shared/concurrency/keptOn.ts';

const requests = keptOn(globalThis, 'request', () => new AsyncLocalStorage<PayloadRequest>());
const requestIds = keptOn(globalThis, 'requestId', () => new AsyncLocalStorage<string>());

export const runInRequest = <Result>(req: PayloadRequest, work: () => Result): Result =>
  requests.run(req, work);

/** The request of the CMS that the running code serves; null outside of one. */
export const currentRequest = (): PayloadRequest | null => requests.getStore() ?? null;

export const runWithRequestId = <Result>(requestId: string, work: () => Result): Result =>
  requestIds.run(requestId, work);

/** The id of the request that the running code serves. Returns undefined outside of a request. */
export const presentRequestId = (): string | undefined => requestIds.getStore();
