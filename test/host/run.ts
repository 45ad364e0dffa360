import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack, removePacked } from '../package/pack.ts';
import { noteExports } from './bundle.ts';
import { buildBundledApp, type Output } from './bundledApp.ts';

/** `npm run test:host`: the suites against host apps built by `next build`. Arguments go to Vitest. */

const outputs: readonly Output[] = ['plain', 'standalone'];

const runVitest = (output: Output, args: readonly string[]): Promise<number> =>
  new Promise((ended) => {
    const program = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.host.config.ts', ...args];
    const env = { ...process.env, TEST_OUTPUT: output };
    spawn(process.execPath, program, { stdio: 'inherit', env }).once('exit', (code) => ended(code ?? 1));
  });

const wanted = outputs.filter((output) => (process.env.TEST_OUTPUT ?? output) === output);
const folder = mkdtempSync(join(tmpdir(), 'bundled-app-'));
const packed = await pack();
try {
  for (const output of wanted) {
    process.env.TEST_BUNDLE = await buildBundledApp(packed, join(folder, output), output);
    await noteExports();
    process.exitCode = (await runVitest(output, process.argv.slice(2))) || process.exitCode;
  }
} finally {
  removePacked(packed);
  rmSync(folder, { recursive: true, force: true });
}
