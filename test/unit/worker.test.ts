import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startWorker } from '../../src/core/jobs/worker.ts';

/** Longer than a worker gathers items for one claim, and shorter than the pause between its polls. In milliseconds. */
const moment = 150;

/** The claims of a worker that does so many items, two at once. */
const claimsFor = async (count: number): Promise<number> => {
  const due = Array.from({ length: count }, (_, item) => item);
  let claims = 0;
  const worker = startWorker<number>(() => ({
    concurrency: 2,
    claim: async (most) => {
      claims += 1;
      return due.splice(0, most);
    },
    work: async () => {},
    giveBack: async () => {},
  }));
  while (worker.done() < count) await sleep(5);
  await sleep(moment);
  await worker.stop();
  return claims;
};

/** A busy machine may be late, so that a poll comes in between. */
const fewest = async (count: number): Promise<number> => {
  const rounds: number[] = [];
  for (let round = 0; round < 5; round += 1) rounds.push(await claimsFor(count));
  return Math.min(...rounds);
};

it('claims no more items after a claim that got fewer than there is room for', async () => {
  expect(await fewest(1)).toBe(1);
});

it('claims again as soon as there is room, as long as each claim is full', async () => {
  expect(await fewest(6)).toBeGreaterThanOrEqual(4);
});
