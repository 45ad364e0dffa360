import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildLanes, type Lane } from '../../../src/webhooks/deliveries/lanes.ts';

const start = () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  return buildLanes(() => Date.now());
};

/** Takes all places that an endpoint has which has answered before. */
const fill = async (lanes: ReturnType<typeof buildLanes>, endpoint: string): Promise<Lane[]> => {
  const known = lanes.of(endpoint);
  await known.enter();
  known.leave();
  const taken: Lane[] = [];
  for (let count = 0; count < 20; count++) {
    const lane = lanes.of(endpoint);
    expect(await lane.enter()).toBeNull();
    taken.push(lane);
  }
  return taken;
};

describe('an endpoint’s lane', () => {
  it('lets twenty in at once, and the next as one leaves', async () => {
    const lanes = start();
    const [first] = await fill(lanes, 'a');
    let isIn = false;
    void lanes
      .of('a')
      .enter()
      .then((refusal) => {
        isIn = refusal === null;
      });
    await vi.advanceTimersByTimeAsync(100);
    expect(isIn).toBe(false);
    first?.leave();
    await vi.advanceTimersByTimeAsync(0);
    expect(isIn).toBe(true);
  });

  it('lets four in at one that has not ended a try yet, and twenty in all as soon as one has', async () => {
    const lanes = start();
    let entered = 0;
    const all = Array.from({ length: 30 }, () => lanes.of('new'));
    for (const lane of all) void lane.enter().then((refusal) => (entered += refusal === null ? 1 : 0));
    await vi.advanceTimersByTimeAsync(100);
    expect(entered).toBe(4);
    for (const lane of all.slice(0, 2)) lane.leave();
    await vi.advanceTimersByTimeAsync(0);
    expect(entered).toBe(2 + 20);
  });

  it('lets sixteen come to one that has not ended a try yet: there may be many such, and all may hang', async () => {
    const lanes = start();
    const all = Array.from({ length: 30 }, () => lanes.of('new'));
    const refusals = all.map((lane) => lane.refusal());
    expect(refusals.filter((refusal) => refusal === null)).toHaveLength(16);
    expect(Math.min(...refusals.flatMap((refusal) => refusal ?? []))).toBeGreaterThanOrEqual(1);
    for (const lane of all.slice(0, 3)) lane.turnBack();
    expect([1, 2, 3, 4].map(() => lanes.of('new').refusal() === null)).toEqual([true, true, true, false]);
  });

  it('leaves the others theirs', async () => {
    const lanes = start();
    await fill(lanes, 'a');
    expect(lanes.of('b').refusal()).toBeNull();
    expect(await lanes.of('b').enter()).toBeNull();
  });

  it('sends away at once while its endpoint hangs, each for longer than the one before', async () => {
    const lanes = start();
    await fill(lanes, 'a');
    await vi.advanceTimersByTimeAsync(14_000);
    for (let count = 0; count < 2; count++) void lanes.of('a').enter();
    const away = Array.from({ length: 3 }, () => lanes.of('a').refusal() ?? 0);
    expect(away[0]).toBeGreaterThan(1);
    expect(away[1]).toBeGreaterThan(away[0] ?? 0);
    expect(Math.max(...away)).toBeLessThanOrEqual(20);
  });

  it('gives up waiting once there is no hope', async () => {
    const lanes = start();
    await fill(lanes, 'a');
    let refusal: number | null = null;
    for (let count = 0; count < 30; count++) {
      expect(lanes.of('a').refusal()).toBeNull();
      void lanes
        .of('a')
        .enter()
        .then((seconds) => {
          refusal = seconds;
        });
    }
    await vi.advanceTimersByTimeAsync(8_000);
    expect(refusal).toBeGreaterThan(0);
  });

  it('serves all again when its endpoint is quick again', async () => {
    const lanes = start();
    const taken = await fill(lanes, 'a');
    await vi.advanceTimersByTimeAsync(15_000);
    for (const lane of taken) lane.leave();
    for (let count = 0; count < 40; count++) {
      const lane = lanes.of('a');
      await lane.enter();
      lane.leave();
    }
    await fill(lanes, 'a');
    expect(lanes.of('a').refusal()).toBeNull();
  });
});
