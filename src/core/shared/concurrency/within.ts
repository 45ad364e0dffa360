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
