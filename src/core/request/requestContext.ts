import { AsyncLocalStorage } from 'node:async_hooks';
import type { PayloadRequest } from 'payload';

/** Next bundles several copies of this module: each storage is one for the process. */
const storageOf = <Value>(name: string): AsyncLocalStorage<Value> => {
  const holder = globalThis as unknown as Record<symbol, AsyncLocalStorage<Value> | undefined>;
  const key = Symbol.for(`payload-support-portal.${name}`);
  const storage = holder[key] ?? new AsyncLocalStorage<Value>();
  holder[key] = storage;
  return storage;
};

const requests = storageOf<PayloadRequest>('request');
const requestIds = storageOf<string>('requestId');

export const runInRequest = <Result>(req: PayloadRequest, work: () => Result): Result =>
  requests.run(req, work);

/** The request of the CMS that the running code serves; null outside of one. */
export const currentRequest = (): PayloadRequest | null => requests.getStore() ?? null;

export const runWithRequestId = <Result>(requestId: string, work: () => Result): Result =>
  requestIds.run(requestId, work);

/** The id of the request that the running code serves. Undefined outside of a request. */
export const presentRequestId = (): string | undefined => requestIds.getStore();
