/**
 * Lets no more than so many of something go on at once; the others wait in the order in which they came.
 *
 * @returns what runs one of them, and answers or throws as it does
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
