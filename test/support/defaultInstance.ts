import type { Payload } from 'payload';

/** The instances that `getPayload` shares in a process, by key. */
const shared = () => (globalThis as unknown as { _payload: Map<string, { payload: Payload }> })._payload;

/**
 * Makes a portal's instance the one that `getPayload({ config })` returns, as in an app, which has only one. Test files share a
 * process, and each portal has a key of its own.
 *
 * @returns undoes it
 */
export const beDefaultInstance = ({ payload }: { readonly payload: Payload }): (() => void) => {
  const found = [...shared().values()].find((entry) => entry.payload === payload);
  if (!found) throw new Error('The instance is not shared.');
  const before = shared().get('default');
  shared().set('default', found);
  return () => {
    if (before) shared().set('default', before);
    else shared().delete('default');
  };
};
