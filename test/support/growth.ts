/**
 * Factor by which ten times the length takes longer: about 10 if time is in proportion to length, 100 if it is to its
 * square. Time is that of the processor, the best of five, because the machine may be busy, and because V8 compiles a regular
 * expression only after some calls, each of which may take twenty times as long as later ones.
 *
 * @param work on text of so many characters
 */
export const growthOfTenfold = (work: (length: number) => void, length: number): number =>
  timesAsLong(
    () => work(length),
    () => work(length / 10),
  );

/** Factor by which one piece of work takes longer than another, measured likewise. */
export const timesAsLong = (work: () => void, other: () => void): number =>
  bestTime(work) / Math.max(1, bestTime(other));

const bestTime = (work: () => void): number =>
  Math.min(
    ...Array.from({ length: 5 }, () => {
      const began = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(began);
      return (user + system) / 1_000;
    }),
  );
