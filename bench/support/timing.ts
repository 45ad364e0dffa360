/** Durations of some calls, made one after the other, in milliseconds. */
export const timeEach = async <Item>(
  items: Iterable<Item>,
  call: (item: Item) => Promise<unknown>,
): Promise<number[]> => {
  const times: number[] = [];
  for (const item of items) {
    const begun = performance.now();
    await call(item);
    times.push(performance.now() - begun);
  }
  return times;
};

/** Total duration of some calls, `atOnce` of them under way at any time, in milliseconds. */
export const timeAll = async <Item>(
  items: readonly Item[],
  atOnce: number,
  call: (item: Item) => Promise<unknown>,
): Promise<number> => {
  const left = items.values();
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      // The lanes share one iterator: each takes the next item as soon as its last one is done.
      for (let next = left.next(); !next.done; next = left.next()) await call(next.value);
    }),
  );
  return performance.now() - begun;
};
