import type { Payload } from 'payload';

/** Caches of a process in Payload: the instances of `getPayload` by key, and the GraphQL schema of the default one. */
const caches = globalThis as unknown as {
  readonly _payload?: Map<string, { payload: Payload }>;
  readonly _payload_graphql?: { graphql: unknown; promise: unknown };
};

/** Makes the process forget the instance that `getPayload({ config })` returns, so that the next call makes one of its config. */
export const forgetDefaultInstance = (): void => {
  caches._payload?.delete('default');
  if (caches._payload_graphql) Object.assign(caches._payload_graphql, { graphql: null, promise: null });
};

/**
 * Makes a portal's instance the one that `getPayload({ config })` returns, as in an app, which has only one. Each portal of the
 * tests has a key of its own.
 *
 * @returns undoes it
 */
export const beDefaultInstance = ({ payload }: { readonly payload: Payload }): (() => void) => {
  const found = [...(caches._payload?.values() ?? [])].find((entry) => entry.payload === payload);
  if (!found) throw new Error('The instance is not shared.');
  forgetDefaultInstance();
  caches._payload?.set('default', found);
  return forgetDefaultInstance;
};
