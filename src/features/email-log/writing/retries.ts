/** Between two tries, in milliseconds; each pause is twice the last. */
const shortestPause = 250;
const longestPause = 5_000;

/** A work that is tried again after pauses that grow. */
interface Retries {
  /** Does it after the pause, unless a try is due already. */
  later(): void;
  /** No try is due any more. */
  cancel(): void;
  /** The next pause is the shortest again. */
  reset(): void;
}

export const buildRetries = (work: () => Promise<void>): Retries => {
  let pause = shortestPause;
  let timer: NodeJS.Timeout | undefined;
  return {
    later() {
      if (timer) return;
      timer = setTimeout(work, pause).unref();
      pause = Math.min(pause * 2, longestPause);
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
    reset() {
      pause = shortestPause;
    },
  };
};
