import { describe, expect, it } from 'vitest';
import { compare, median } from '../../../bench/support/rounds.ts';

describe('compare', () => {
  it('takes medians over all rounds, and the extremes of the ratios', async () => {
    const figures = [10, 30, 20];
    const baselines = [10, 10, 5];
    const comparison = await compare({
      rounds: 3,
      measured: async () => figures.shift() ?? 0,
      baseline: async () => baselines.shift() ?? 0,
    });
    expect(comparison).toEqual({ measured: 20, baseline: 10, ratio: 3, spread: [1, 4] });
  });

  it('reverses the order in every other round', async () => {
    const order: string[] = [];
    const note = (side: string) => async () => order.push(side);
    await compare({ rounds: 2, measured: note('measured'), baseline: note('baseline') });
    expect(order).toEqual(['measured', 'baseline', 'baseline', 'measured']);
  });
});

describe('median', () => {
  it.each([
    [[3], 3],
    [[10, 9, 100], 10],
    [[1, 2, 4, 8], 3],
  ])('of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected);
  });

  it('refuses to be that of nothing', () => {
    expect(() => median([])).toThrow('no median');
  });
});
