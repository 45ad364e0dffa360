/** Bytes of a file; `end` is included. */
export interface PartRange {
  readonly start: number;
  readonly end: number;
}

/** The bytes of a file that a request asks for. */
export type ByteRange =
  | { readonly kind: 'whole' }
  | ({ readonly kind: 'part' } & PartRange)
  | { readonly kind: 'unsatisfiable' };

export const whole: ByteRange = { kind: 'whole' };
const unsatisfiable: ByteRange = { kind: 'unsatisfiable' };

/**
 * Reads a `Range` header (RFC 9110, section 14.2). Several ranges at once, other units than bytes and a malformed header get
 * the whole; a range that lies outside the file gets nothing.
 */
export const readRange = (header: string | null, size: number): ByteRange => {
  const [, first, last, suffix] = pattern.exec(header ?? '') ?? [];
  if (suffix !== undefined) return partOf(Math.max(0, size - Number(suffix)), size - 1);
  if (first === undefined) return whole;
  if (last === '') return partOf(Number(first), size - 1);
  if (Number(last) < Number(first)) return whole;
  return partOf(Number(first), Math.min(Number(last), size - 1));
};

const pattern = /^\s*bytes\s*=\s*(?:(\d+)-(\d*)|-(\d+))\s*$/i;

const partOf = (start: number, end: number): ByteRange =>
  start > end ? unsatisfiable : { kind: 'part', start, end };

/** The most ranges that are kept of one download. A client that asks for more has them forgotten, the smallest first. */
const mostRanges = 100;

/** Adds a range to those that were sent: they do not touch each other, and are in their order. */
export const addRange = (sent: readonly PartRange[], added: PartRange): readonly PartRange[] => {
  if (added.end < added.start) return sent;
  const apart = sent.filter(({ start, end }) => end + 1 < added.start || added.end + 1 < start);
  const touching = sent.filter((range) => !apart.includes(range));
  const start = Math.min(added.start, ...touching.map((range) => range.start));
  const end = Math.max(added.end, ...touching.map((range) => range.end));
  const kept = [...apart, { start, end }]
    .toSorted((one, other) => other.end - other.start - (one.end - one.start))
    .slice(0, mostRanges);
  return kept.toSorted((one, other) => one.start - other.start);
};

/** True once the ranges hold every byte of a file. */
export const isWhole = ([first, ...others]: readonly PartRange[], size: number): boolean =>
  size === 0 || (others.length === 0 && first?.start === 0 && first.end >= size - 1);
