const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back once a signal aborts. For signals that hundreds listen to at once: `EventTarget` walks through all of its
 * listeners for each that comes or goes.
 *
 * @returns ends it
 */
export const onAbort = (signal: AbortSignal, call: () => void): (() => void) => {
  const calls = listeners.get(signal) ?? listen(signal);
  calls.add(call);
  return () => calls.delete(call);
};

const listen = (signal: AbortSignal): Set<() => void> => {
  const calls = new Set<() => void>();
  listeners.set(signal, calls);
  signal.addEventListener(
    'abort',
    () => {
      for (const call of calls) call();
    },
    { once: true },
  );
  return calls;
};
