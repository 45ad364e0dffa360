/** Owner of everything that a bench opens: closes it at the end, also on Ctrl-C. */
export interface Scope {
  /** Aborted when the scope ends. */
  readonly signal: AbortSignal;
  /** Closers run in reverse order. */
  onEnd(close: () => Promise<void> | void): void;
}

/** 128 and the number of the signal, as shells have it. */
const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Runs `work`, then closes everything that it opened. A signal ends the program, after closing. */
export const runInScope = async <Result>(work: (scope: Scope) => Promise<Result>): Promise<Result> => {
  const ending = new AbortController();
  const closers: (() => Promise<void> | void)[] = [];
  const close = async (): Promise<void> => {
    ending.abort();
    for (let next = closers.pop(); next; next = closers.pop()) await next();
  };
  const interrupted = (signal: NodeJS.Signals): void => {
    const exit = () => process.exit(exitCodes[signal as keyof typeof exitCodes]);
    close().then(exit, exit);
  };
  for (const signal of Object.keys(exitCodes)) process.on(signal, interrupted);
  try {
    return await work({ signal: ending.signal, onEnd: (closer) => closers.push(closer) });
  } finally {
    if (ending.signal.aborted) await new Promise(() => {});
    await close();
    for (const signal of Object.keys(exitCodes)) process.off(signal, interrupted);
  }
};
