import { fileURLToPath } from 'node:url';
import { buildServer } from './build/build.mjs';
import { run } from './lifecycle.mjs';

/** `npm run move`: from the embedded PostgreSQL to one's own, without a tool of PostgreSQL's. */
const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);
process.env.NODE_ENV = 'production';

run(async (lifecycle) => {
  await buildServer({ root, signal: lifecycle.signal });
  const { move } = await import('../../dist/src/server/move.js');
  await move(lifecycle);
  process.exit(0);
});
