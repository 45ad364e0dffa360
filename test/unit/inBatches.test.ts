import { describe, expect, it } from 'vitest';
import { inBatches } from '../../src/core/shared/concurrency/concurrency.ts';

describe('calls in batches', () => {
  it('of the same moment go together, and each gets its own result', async () => {
    const batches: number[][] = [];
    const double = inBatches(async (numbers: readonly number[]) => {
      batches.push([...numbers]);
      return numbers.map((number) => number * 2);
    }, 3);
    expect(await Promise.all([1, 2, 3, 4].map(double))).toEqual([2, 4, 6, 8]);
    expect(batches).toEqual([[1, 2, 3], [4]]);
    expect(await double(5)).toBe(10);
  });

  it('fail together, and the next ones do not', async () => {
    let fails = true;
    const work = inBatches(async (items: readonly number[]) => {
      if (fails) throw new Error('away');
      return items;
    }, 10);
    const failed = await Promise.allSettled([work(1), work(2)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    expect(await work(3)).toBe(3);
  });
});
