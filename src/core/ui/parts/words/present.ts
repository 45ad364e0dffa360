/** Time between two looks at the clock, in milliseconds. */
const minute = 60_000;

/** The last look at the clock, in milliseconds; 0 before the first. */
let present = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

const look = (): void => {
  present = Date.now();
  for (const listener of listeners) listener();
};

/** Follows the clock, minute by minute; one timer serves all who follow. @returns a function that ends it */
export const followClock = (listener: () => void): (() => void) => {
  listeners.add(listener);
  timer ??= setInterval(look, minute);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};

export const presentTime = (): number => present;
