import { fileURLToPath } from 'node:url';
import { buildServer } from './build/build.mjs';
import { run } from './lifecycle.mjs';

/** `npm run worker`: only the background work, beside a portal that serves. */
const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);
process.env.NODE_ENV = 'production';

run(async (lifecycle) => {
  await buildServer({ root, signal: lifecycle.signal });
  const { work } = await import('../../dist/src/server/worker.js');
  await work(lifecycle);
});
