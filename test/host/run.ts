import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { makeApp } from './makeApp.ts';

/**
 * `npm run test:host -- ARGUMENTS OF VITEST`: builds an app, unless `TEST_HOST_APP` names one that an earlier run left by
 * `KEEP_HOST_APP=1`, and runs the suites against it.
 */
const given = process.env.TEST_HOST_APP;
const folder = given ?? (await makeApp());
if (!given) console.log(`The app is built in ${folder}.`);
const vitest = spawn(
  'npx',
  [
    'vitest',
    'run',
    '--config',
    'vitest.host.config.ts',
    '--project=standalone',
    '--project=host apps',
    ...process.argv.slice(2),
  ],
  {
    stdio: 'inherit',
    env: { ...process.env, TEST_HOST_APP: folder },
  },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => vitest.kill(signal));
const [code] = await once(vitest, 'exit');
if (!given && !process.env.KEEP_HOST_APP) rmSync(folder, { recursive: true, force: true });
process.exitCode = code ?? 1;
