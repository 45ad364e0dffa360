/**
 * How many times as long ten times as much takes: about 10 where time is in proportion to length, 100 where it is to its
 * square. Each takes the best time of three: a busy machine only ever adds to it.
 *
 * @param work on text of so many characters
 */
export const growthOfTenfold = (work: (length: number) => void, length: number): number =>
  bestTime(() => work(length)) /
  Math.max(
    1,
    bestTime(() => work(length / 10)),
  );

const bestTime = (work: () => void): number =>
  Math.min(
    ...[1, 2, 3].map(() => {
      const began = performance.now();
      work();
      return performance.now() - began;
    }),
  );
