/** The means by which a program of the portal starts and stops in order; `lifecycle.mjs` provides them. */
export interface Lifecycle {
  /** Aborted when the program is to stop, also in the middle of its start. */
  readonly signal: AbortSignal;
  /** Registers a closer; closers run in reverse order. */
  onStop(close: () => Promise<void> | void): void;
  /** Stops the program, which then exits with 1. */
  fail(error: unknown): void;
}
