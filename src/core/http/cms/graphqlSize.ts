/** The longest response in characters. To write a longer one takes much of a second, in which no one else is served. */
export const longestResponse = 20_000_000;

/** Characters that each value counts beside its own: its name, quotes and commas. */
const ofValue = 10;

/**
 * True for a result that is too long to be written: names and records are bounded, but each name of a long text repeats it
 * in each record. It looks at no more than it would allow.
 */
export const isTooLong = (result: unknown): boolean => {
  const waiting: unknown[] = [result];
  let room = longestResponse;
  while (waiting.length > 0 && room >= 0) {
    const value = waiting.pop();
    room -= ofValue;
    if (typeof value === 'string') room -= value.length;
    else if (typeof value === 'object' && value !== null)
      for (const part of Object.values(value)) waiting.push(part);
  }
  return room < 0;
};
