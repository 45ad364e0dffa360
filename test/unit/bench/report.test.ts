import { describe, expect, it } from 'vitest';
import { isReached } from '../../../bench/bench.ts';
import { describe as report } from '../../../bench/report.ts';

const measurement = {
  figures: [
    { label: 'ours', value: 3_000_000, unit: 'ms' },
    { label: 'theirs', value: 2000.75, unit: 'ms' },
  ],
  label: 'ratio',
  value: 1.5,
  unit: '×',
  spread: [1.2345678, 1.9],
  goal: { atMost: 2 },
} as const;

describe('a measurement', () => {
  it('is reported with its figures, its spread and its goal', () => {
    expect(report(measurement)).toBe(
      [
        '  ours: 3,000,000 ms',
        '  theirs: 2,001 ms',
        '  ratio: 1.5 ×, from 1.235 to 1.9; goal ≤ 2: reached',
      ].join('\n'),
    );
  });

  it.each([
    [2, { atMost: 2 }, true],
    [2.01, { atMost: 2 }, false],
    [5, { atLeast: 5 }, true],
    [4.9, { atLeast: 5 }, false],
  ])('%d reaches %j: %s', (value, goal, expected) => {
    expect(isReached({ value, goal })).toBe(expected);
  });
});
