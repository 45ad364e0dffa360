import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { handOver } from '../../../src/features/mail/chain/handover.ts';

/** A handover of so many pieces, and what the watchdog and the giver hear of it. */
const watchHandover = (pieces: number, limits = { connect: 1, answer: 50, outcome: 60 }) => {
  const expected: (number | 'rest')[] = [];
  const reasons: string[] = [];
  const handover = handOver({
    body: Buffer.alloc(pieces * 65_536, 'x'),
    limits,
    watchdog: {
      expectWithin: (milliseconds) => expected.push(milliseconds),
      rest: () => expected.push('rest'),
    },
    giveUp: (reason) => reasons.push(reason),
  });
  onTestFinished(() => handover.stop());
  return { handover, expected, reasons };
};

describe('handing over a body', () => {
  it('expects nothing before it begins', async () => {
    const { handover, expected } = watchHandover(2);
    await sleep(5);
    expect(handover.progress()).toBe('waiting');
    expect(expected).toEqual([]);
  });

  it('expects each piece to be taken, and at last the outcome', async () => {
    const { handover, expected, reasons } = watchHandover(3, { connect: 1, answer: 5_000, outcome: 6_000 });
    let length = 0;
    for await (const piece of handover.stream) {
      expect(handover.progress()).toBe('started');
      length += piece.length;
    }
    expect(length).toBe(3 * 65_536);
    expect(handover.progress()).toBe('finished');
    expect(expected).toEqual([5_000, 5_000, 5_000, 5_000, 6_000]);
    await sleep(100);
    expect(reasons).toEqual([]);
  });

  it('gives up on one who takes piece after piece, but all of them too slowly', async () => {
    const { handover, reasons } = watchHandover(16);
    for await (const _piece of handover.stream) {
      if (reasons.length > 0) break;
      await sleep(20);
    }
    expect(reasons).toEqual(['The mail was taken too slowly']);
    expect(handover.progress()).toBe('started');
  });

  it('leaves it to the other side to report why it broke off', async () => {
    const { handover } = watchHandover(2);
    handover.stream.destroy(new Error('broken off'));
    await sleep(5);
    expect(handover.progress()).toBe('waiting');
  });

  it('hands nothing over, and expects nothing, once it is stopped', async () => {
    const { handover, expected, reasons } = watchHandover(16);
    handover.stream.once('data', () => handover.stop());
    await sleep(150);
    expect(handover.progress()).toBe('started');
    expect(expected.at(-1)).toBe('rest');
    expect(reasons).toEqual([]);
  });
});
