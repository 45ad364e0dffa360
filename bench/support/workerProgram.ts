import { workOf } from '../../src/core/jobs/work.ts';
import { receivers, startPortal } from './portal.ts';

/** Runs a portal's jobs on the database given as its argument, when the process that started it says so. */
const closers: (() => Promise<void> | void)[] = [];
const scope = {
  signal: new AbortController().signal,
  onEnd: (close: () => Promise<void> | void) => void closers.push(close),
};

const payload = await startPortal(process.argv[2] ?? '', scope, receivers);
const background = workOf(payload);

const orders = {
  work: async () => background.start(),
  rest: () => background.stop(),
  stop: async () => {
    for (const close of closers.reverse()) await close();
    setImmediate(() => process.disconnect());
  },
};

process.on('message', async (order: keyof typeof orders) => {
  await orders[order]();
  process.send?.(order);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
