import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits for a promise, but no longer than some milliseconds: then it resolves to `fallback`. If the process itself was held
 * up, a result that has arrived meanwhile still counts.
 */
export const within = async <Value, Fallback>(
  promise: Promise<Value>,
  milliseconds: number,
  fallback: Fallback,
): Promise<Value | Fallback> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Fallback>((resolve) => {
    // Between a timer and an immediate, Node reads from the network and the disk.
    timer = setTimeout(() => setImmediate(resolve, fallback), milliseconds);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Waits for code of the app, which may never end.
 *
 * @throws the error of that code, or one after so many seconds
 */
export const inTime = async <Value>(work: Value | PromiseLike<Value>, seconds: number): Promise<Value> => {
  const late = Symbol('late');
  const result = await within(Promise.resolve(work), seconds * 1_000, late);
  if (result === late) throw new Error(`It did not end within ${seconds} seconds.`);
  return result as Value;
};

/** The longest call of a hook of the app, in seconds: mails and requests wait for it. */
export const longestHook = 30;

/** Between two tries, in milliseconds. */
const pause = 500;

/**
 * Repeats work until it succeeds, for at most so many milliseconds.
 *
 * @throws the last error, also once the signal has aborted
 */
export const persist = async <Result>(
  work: () => Promise<Result>,
  milliseconds: number,
  signal: AbortSignal,
): Promise<Result> => {
  for (const end = performance.now() + milliseconds; ; await sleep(pause, undefined, { ref: false })) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || performance.now() > end) throw error;
    }
  }
};
