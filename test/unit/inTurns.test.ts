import { afterEach, describe, expect, it, vi } from 'vitest';
import { inTurns } from '../../src/core/shared/concurrency/concurrency.ts';

/** Work that ends when the test says so, and answers with the number of its turn. */
const heldWork = () => {
  const begun: (() => void)[] = [];
  const work = () =>
    new Promise<number>((resolve) => {
      const turn = begun.length;
      begun.push(() => resolve(turn));
    });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { work, begun, settled, end: (turn: number) => begun[turn]?.() };
};

afterEach(() => vi.useRealTimers());

describe('inTurns', () => {
  it('does the work once for all who ask at the same moment', async () => {
    const { work, begun, settled, end } = heldWork();
    const ask = inTurns(work);
    const asked = [ask(), ask(), ask()];
    await settled();
    end(0);
    expect(await Promise.all(asked)).toEqual([0, 0, 0]);
    expect(begun).toHaveLength(1);
  });

  it('tells no caller what was found before they asked', async () => {
    const { work, begun, settled, end } = heldWork();
    const ask = inTurns(work);
    const first = ask();
    await settled();
    const late = [ask(), ask()];
    await settled();
    expect(begun).toHaveLength(1);
    end(0);
    expect(await first).toBe(0);
    await settled();
    end(1);
    expect(await Promise.all(late)).toEqual([1, 1]);
    expect(begun).toHaveLength(2);
  });

  it('fails for those who shared the turn, and for no other caller', async () => {
    let turn = 0;
    const ask = inTurns(async () => {
      turn += 1;
      if (turn === 1) throw new Error('away');
      return turn;
    });
    const failed = [ask(), ask()];
    await expect(failed[0]).rejects.toThrow('away');
    await expect(failed[1]).rejects.toThrow('away');
    expect(await ask()).toBe(2);
  });

  it('begins anew if a turn never ends', async () => {
    vi.useFakeTimers();
    const { work, begun, end } = heldWork();
    const ask = inTurns(work);
    void ask();
    await vi.advanceTimersByTimeAsync(0);
    const next = ask();
    await vi.advanceTimersByTimeAsync(5_100);
    expect(begun).toHaveLength(2);
    end(1);
    expect(await next).toBe(1);
  });
});
