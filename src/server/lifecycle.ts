/** What a program of the portal is given to start and stop in order; `lifecycle.mjs` makes it. */
export interface Lifecycle {
  /** Aborted when the program is to stop, also in the middle of its start. */
  readonly signal: AbortSignal;
  /** What was opened last is closed first. */
  onStop(close: () => Promise<void> | void): void;
  /** Stops the program, which then exits with 1. */
  fail(error: unknown): void;
}
