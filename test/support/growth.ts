/**
 * Factor by which ten times the length takes longer: about 10 if time is in proportion to length, 100 if it is to its
 * square. Time is that of the processor, the best of three, because the machine may be busy.
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
      const began = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(began);
      return (user + system) / 1_000;
    }),
  );
