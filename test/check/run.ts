import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countsOf, failuresIn, readReport } from './report.ts';

/**
 * `npm run check`: everything that CI asks. Lint, layers, types and what is unused come first, for they take a minute and
 * stop the rest; of the tests all run, and the last line counts them.
 */

const quick = ['lint', 'types', 'unused'];
const tests = ['test', 'test:host'];

const passes = (script: string, ...args: readonly string[]): boolean =>
  spawnSync('npm', ['run', script, '--', ...args], { stdio: 'inherit' }).status === 0;

const runTests = (folder: string): boolean => {
  const runs = tests.map((script, index) => {
    const file = join(folder, `${index}.json`);
    const hasPassed = passes(script, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`);
    return { hasPassed, report: readReport(file) };
  });
  const reports = runs.flatMap(({ report }) => report ?? []);
  for (const failure of failuresIn(reports)) console.log(failure);
  console.log(countsOf(reports));
  return runs.every(({ hasPassed, report }) => hasPassed && report !== null && report.numTotalTests > 0);
};

const folder = mkdtempSync(join(tmpdir(), 'portal-check-'));
try {
  process.exitCode = quick.every((script) => passes(script)) && runTests(folder) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
