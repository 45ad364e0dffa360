import { fileURLToPath } from 'node:url';
import { buildAdmin, buildServer } from './build/build.mjs';
import { run } from './lifecycle.mjs';

/**
 * `npm start`: builds the parts that are not built yet, then serves. Plain JavaScript, because at first nothing is compiled.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);
process.env.NODE_ENV = 'production';
process.env.NEXT_TELEMETRY_DISABLED ??= '1';

run(async (lifecycle) => {
  const build = { root, signal: lifecycle.signal };
  await buildServer(build);
  const { serve } = await import('../../dist/src/server/serve.js');
  await serve({ ...lifecycle, root, buildAdmin: () => buildAdmin(build) });
});
