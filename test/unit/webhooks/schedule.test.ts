import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from '../../../src/core/outgoing/outcome.ts';
import { waitAfter } from '../../../src/features/webhooks/deliveries/schedule.ts';

const waits = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
const now = new Date('2026-11-21T12:00:00.000Z');
const parse = (header: string | string[] | undefined) => parseRetryAfter(header, now);

describe('the schedule', () => {
  it('has ten tries over more than three days', () => {
    const all = Array.from({ length: 10 }, (_, index) =>
      waitAfter({ failures: index + 1, retryAfter: null, random: 0 }),
    );
    expect(all).toEqual([...waits, null]);
    expect(waits.reduce((sum, wait) => sum + wait) / 86_400).toBeGreaterThan(3);
  });

  it('adds up to a fifth, and takes nothing away', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (failures, random) => {
          const wait = waitAfter({ failures, retryAfter: null, random }) ?? 0;
          const plain = waits[failures - 1] ?? 0;
          expect(wait).toBeGreaterThanOrEqual(plain);
          expect(wait).toBeLessThanOrEqual(plain * 1.2);
        },
      ),
    );
    expect(waitAfter({ failures: 1, retryAfter: null, random: 1 })).toBe(6);
  });

  it('waits as long as the receiver asks, where that is longer', () => {
    expect(waitAfter({ failures: 1, retryAfter: 60, random: 0 })).toBe(60);
    expect(waitAfter({ failures: 2, retryAfter: 60, random: 0 })).toBe(300);
    expect(waitAfter({ failures: 10, retryAfter: 60, random: 0 })).toBeNull();
  });
});

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['120', 120],
    [' 120 ', 120],
    ['86400', 86_400],
    ['86401', 86_400],
    ['9'.repeat(400), 86_400],
    ['Sat, 21 Nov 2026 12:01:00 GMT', 60],
    ['Saturday, 21-Nov-26 12:01:00 GMT', 60],
    ['Sat Nov 21 12:01:00 2026', 60],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 86_400],
  ])('%j is %d seconds', (header, seconds) => expect(parse(header)).toBe(seconds));

  it.each([
    '',
    '-1',
    '1.5',
    '1e3',
    '5s',
    'soon',
    '0x10',
    '2026-11-21T12:01:00Z',
    'Sat, 99 Nov 2026 12:01:00 GMT',
    '120, 130',
  ])('%j is nonsense', (header) => expect(parse(header)).toBeNull());

  it('that came twice, or not at all, is none', () => {
    expect(parse(['1', '2'])).toBeNull();
    expect(parse(undefined)).toBeNull();
  });
});
