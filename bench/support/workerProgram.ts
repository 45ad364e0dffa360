import { portalOf } from 'payload-support-portal';
import { receivers, startPortal } from './portal.ts';

/** Does a portal's background work on the database of its argument, until the process that started it ends it. */
const closers: (() => Promise<void> | void)[] = [];
const scope = {
  signal: new AbortController().signal,
  onEnd: (close: () => Promise<void> | void) => void closers.push(close),
};

const payload = await startPortal(process.argv[2] ?? '', scope, receivers);
process.on('disconnect', () => process.exit());
process.on('message', async () => {
  for (const close of closers.reverse()) await close();
  process.exit();
});
portalOf(payload)?.work();
process.send?.('ready');
