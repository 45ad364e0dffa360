import { AsyncLocalStorage } from 'node:async_hooks';
import type { PayloadRequest } from 'payload';

const key = Symbol.for('payload-support-portal.request');

const globals = globalThis as typeof globalThis & { [key]?: AsyncLocalStorage<PayloadRequest> };

/** Next bundles several copies of this module: the storage is one for the process. */
globals[key] ??= new AsyncLocalStorage<PayloadRequest>();

const storage = globals[key];

export const runInRequest = <Result>(req: PayloadRequest, work: () => Result): Result =>
  storage.run(req, work);

/** The request of the CMS that the running code serves; null outside of one. */
export const currentRequest = (): PayloadRequest | null => storage.getStore() ?? null;
