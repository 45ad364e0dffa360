import { within } from './within.ts';

/** How long a turn holds up the next one, in milliseconds: one whose database is away may never end. */
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
