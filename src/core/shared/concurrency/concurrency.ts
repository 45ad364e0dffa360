import { within } from './within.ts';

/** Time for which one turn may hold up the next, in milliseconds. If the database is unreachable, a turn may never end. */
const longestTurn = 5_000;

/**
 * Work that callers of the same moment share. A caller that comes while it runs waits for the next turn, so that
 * no caller gets a result from before its call.
 */
export const inTurns = <Result>(work: () => Promise<Result>): (() => Promise<Result>) => {
  let present: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | null = null;

  const begin = (): Promise<Result> => {
    next = null;
    const turn = work();
    present = within(turn, longestTurn, null).catch(() => {});
    return turn;
  };

  return () => {
    next ??= present.then(begin);
    return next;
  };
};

/**
 * Limits how many calls run at once. The others wait in order.
 *
 * @returns a function that runs one call, and returns or throws as it does
 */
export const atMost = (most: number) => {
  let free = most;
  const waiting: (() => void)[] = [];
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
};

/** Runs calls one after the other, in order. A failed one does not stop the next. */
export const oneByOne = (): (<Result>(work: () => Promise<Result>) => Promise<Result>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
};

interface Waiting<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Turns a function of many items into a function of one. Calls of the same moment, and those that come while a batch
 * runs, share the next batch. Each gets the result at its own index. If the batch fails, all its calls fail.
 */
export const inBatches = <Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  largest: number,
): ((item: Item) => Promise<Result>) => {
  const waiting: Waiting<Item, Result>[] = [];
  let isRunning = false;

  const runAll = async (): Promise<void> => {
    isRunning = true;
    // Calls of the same turn of the event loop go along.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) await run(waiting.splice(0, largest));
    isRunning = false;
  };

  const run = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await work(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isRunning) void runAll();
    });
};
