import { within } from './within.ts';

/** How long a turn holds up the next one, in milliseconds: one whose database is away may never end. */
const longestTurn = 5_000;

/**
 * Work that is shared by all who ask at the same moment. Whoever asks while it is done waits for the next turn, so that
 * nobody is told what was found before they asked.
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
