import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack, removePacked } from '../package/pack.ts';
import { noteExports } from './bundle.ts';
import { buildBundledApp, type Output } from './bundledApp.ts';

/**
 * `npm run test:host`: the suites against host apps built by `next build`. Arguments go to Vitest; `TEST_OUTPUT` chooses one
 * of the apps, `RESULTS` names a folder for Vitest's reports.
 */

/**
 * Both apps have the same server bundle. The standalone one has only the files that Next traced: there run the tests of
 * what reads files, starts processes or loads modules late.
 */
const filesFor: Readonly<Record<Output, readonly string[]>> = {
  plain: [],
  standalone: [
    'test/mail/',
    'test/webhooks/',
    'test/api/files',
    'test/faults/uploads',
    'test/faults/spool-disk',
  ],
};

const runVitest = (output: Output): Promise<number> => {
  const { RESULTS } = process.env;
  const given = process.argv.slice(2);
  const report = RESULTS
    ? ['--reporter=default', '--reporter=json', `--outputFile.json=${join(RESULTS, `${output}.json`)}`]
    : [];
  const args = [...(given.length > 0 ? given : filesFor[output]), ...report];
  const program = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.host.config.ts', ...args];
  return new Promise((ended) => {
    spawn(process.execPath, program, { stdio: 'inherit' }).once('exit', (code) => ended(code ?? 1));
  });
};

const { TEST_OUTPUT } = process.env;
const outputs = (Object.keys(filesFor) as Output[]).filter((output) => (TEST_OUTPUT ?? output) === output);
const folder = mkdtempSync(join(tmpdir(), 'bundled-app-'));
const packed = await pack();
try {
  for (const output of outputs) {
    process.env.TEST_BUNDLE = await buildBundledApp(packed, join(folder, output), output);
    await noteExports();
    process.exitCode = (await runVitest(output)) || process.exitCode;
  }
} finally {
  removePacked(packed);
  rmSync(folder, { recursive: true, force: true });
}
