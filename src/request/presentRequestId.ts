import { AsyncLocalStorage } from 'node:async_hooks';

const key = Symbol.for('payload-support-portal.requestId');

const globals = globalThis as typeof globalThis & { [key]?: AsyncLocalStorage<string> };

/** Next bundles several copies of this module: the storage is one for the process. */
globals[key] ??= new AsyncLocalStorage<string>();

const storage = globals[key];

export const runWithRequestId = <Result>(requestId: string, work: () => Result): Result =>
  storage.run(requestId, work);

/** The id of the request that the running code serves. Undefined outside of a request. */
export const presentRequestId = (): string | undefined => storage.getStore();
