import { fileURLToPath } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import { buildServer } from './build/build.mjs';
import { run } from './lifecycle.mjs';

/** `npm run dev`: Next serves everything and reloads it, on a database of its own, with people and tickets in it. */
const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);
process.env.NODE_ENV = 'development';
process.env.NEXT_TELEMETRY_DISABLED ??= '1';
process.env.PORTAL_MODE = 'dev';

run(async (lifecycle) => {
  await buildServer({ root, signal: lifecycle.signal });
  const { develop } = await import('../../dist/src/server/dev.js');
  const developed = await develop({ ...lifecycle, root });
  const { seedDevelopment } = await tsImport('../demo/development.ts', import.meta.url);
  // A broken app is still served, so that it can be repaired.
  await seedDevelopment(developed).catch((error) => {
    if (!lifecycle.signal.aborted)
      console.error('The people and tickets for development could not be created:', error);
  });
});
