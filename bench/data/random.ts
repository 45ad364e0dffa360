/** A sequence of numbers that its seed determines, and the draws that data is made of. */
export interface Random {
  /** From 0, inclusive, to 1, exclusive. */
  next(): number;
  /** A whole number from 0 to `end`, exclusive. */
  below(end: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  text(alphabet: string, length: number): string;
}

/** The generator mulberry32: 32 bits of state, which is enough for data that needs no secrecy. */
export const seededRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (items) => items[below(items.length)] ?? items[0],
    text: (alphabet, length) =>
      Array.from({ length }, () => alphabet.charAt(below(alphabet.length))).join(''),
  };
};
