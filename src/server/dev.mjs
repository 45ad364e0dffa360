import { fileURLToPath } from 'node:url';
import { buildServer } from './build/build.mjs';
import { run } from './lifecycle.mjs';

/** `npm run dev`: Next serves everything and reloads it, on a database of its own. */
const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);
process.env.NODE_ENV = 'development';
process.env.NEXT_TELEMETRY_DISABLED ??= '1';
process.env.PORTAL_MODE = 'dev';

run(async (lifecycle) => {
  await buildServer({ root, signal: lifecycle.signal });
  const { develop } = await import('../../dist/src/server/dev.js');
  await develop({ ...lifecycle, root });
});
