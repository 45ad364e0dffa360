import { workOf } from '../../src/core/jobs/work.ts';
import { receivers, startPortal } from './portal.ts';

/** Does a portal's jobs on the database of its argument, when it is told to, by the process that started it. */
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
