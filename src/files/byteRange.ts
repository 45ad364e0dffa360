/** Bytes of a file; `end` is included. */
export interface PartRange {
  readonly start: number;
  readonly end: number;
}

/** Which bytes of a file were asked for. */
export type ByteRange =
  | { readonly kind: 'whole' }
  | ({ readonly kind: 'part' } & PartRange)
  | { readonly kind: 'unsatisfiable' };

const whole: ByteRange = { kind: 'whole' };
const unsatisfiable: ByteRange = { kind: 'unsatisfiable' };

/**
 * Reads a `Range` header (RFC 9110, section 14.2). Several ranges at once and other units than bytes get the whole;
 * a range that is malformed or lies outside the file gets nothing.
 */
export const readRange = (header: string | null, size: number): ByteRange => {
  const [, unit = '', set = ''] = /^\s*([^=\s]+)\s*=(.*)$/.exec(header ?? '') ?? [];
  if (header === null || (unit !== '' && unit.toLowerCase() !== 'bytes')) return whole;
  if (unit === '') return unsatisfiable;
  const ranges = set.split(',').map((range) => range.trim());
  if (ranges.length > 1) return ranges.every((range) => pattern.test(range)) ? whole : unsatisfiable;
  return readOne(ranges[0] ?? '', size);
};

const pattern = /^(?:(\d+)-(\d*)|-(\d+))$/;

const readOne = (range: string, size: number): ByteRange => {
  const [, first, last, suffix] = pattern.exec(range) ?? [];
  if (suffix !== undefined) return partOf(Math.max(0, size - Number(suffix)), size - 1);
  if (first === undefined) return unsatisfiable;
  if (last !== '' && Number(last) < Number(first)) return unsatisfiable;
  return partOf(Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1));
};

const partOf = (start: number, end: number): ByteRange =>
  start > end ? unsatisfiable : { kind: 'part', start, end };
