/** No test asks for less: to try again would change no verdict. */
const surelyLinear = 30;

/**
 * Factor by which ten times the length takes longer: about 10 if time is in proportion to length, 100 if it is to its
 * square. Time is that of the processor, the best of five, because the machine may be busy, and because V8 compiles a regular
 * expression only after some calls, each of which may take twenty times as long as later ones. The longer text is tried no more
 * once it was quick.
 *
 * @param work on text of so many characters
 */
export const growthOfTenfold = (work: (length: number) => void, length: number): number => {
  const tenth = Math.max(
    1,
    bestTime(() => work(length / 10)),
  );
  return bestTime(() => work(length), tenth * surelyLinear) / tenth;
};

/** Factor by which one piece of work takes longer than another, measured likewise. */
export const timesAsLong = (work: () => void, other: () => void): number =>
  bestTime(work) / Math.max(1, bestTime(other));

/** Milliseconds of the quickest of five times, or of the first one that is below what is quick enough. */
const bestTime = (work: () => void, enough = 0): number => {
  let best = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < 5 && best >= enough; tried += 1) {
    const began = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(began);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
};
