import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRange } from '../../../src/features/files/serving/range.ts';

const part = (start: number, end: number) => ({ kind: 'part', start, end });
const whole = { kind: 'whole' };
const unsatisfiable = { kind: 'unsatisfiable' };

describe('a range of a file of 10 bytes', () => {
  it.each([
    [null, whole],
    ['bytes=0-0', part(0, 0)],
    ['bytes=2-5', part(2, 5)],
    ['bytes=2-', part(2, 9)],
    ['bytes=5-100', part(5, 9)],
    ['bytes=-3', part(7, 9)],
    ['bytes=-100', part(0, 9)],
    ['Bytes = 2-5', part(2, 5)],
    ['bytes=0-1,4-5', whole],
    ['bytes=0-1, -2', whole],
    ['lines=1-2', whole],
    ['bytes=10-', unsatisfiable],
    ['bytes=10-20', unsatisfiable],
    ['bytes=-0', unsatisfiable],
    ['bytes=1-1x', whole],
    ['bytes=,', whole],
    ['bytes=5-2', whole],
    ['bytes=', whole],
    ['bytes=-', whole],
    ['bytes=a-b', whole],
    ['bytes=1-2,x', whole],
    ['bytes=--5', whole],
    ['bytes=0x1-2', whole],
    ['nonsense', whole],
  ])('given as %j', (header, range) => {
    expect(readRange(header, 10)).toEqual(range);
  });

  it('is nowhere in an empty file', () => {
    expect(readRange('bytes=0-', 0)).toEqual(unsatisfiable);
    expect(readRange('bytes=-1', 0)).toEqual(unsatisfiable);
    expect(readRange(null, 0)).toEqual(whole);
  });

  it('never reaches outside the file, whatever the header', () => {
    const header = fc.oneof(
      fc.string(),
      fc.stringMatching(/^bytes=\d{0,20}-\d{0,20}$/),
      fc.stringMatching(/^bytes=[\d,\- ]{0,20}$/),
    );
    fc.assert(
      fc.property(header, fc.nat(1_000), (given, size) => {
        const range = readRange(given, size);
        if (range.kind !== 'part') return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.start).toBeLessThanOrEqual(range.end);
        expect(range.end).toBeLessThan(size);
      }),
    );
  });
});
