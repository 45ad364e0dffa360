import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeApp } from '../host/makeApp.ts';
import { pack, removePacked } from '../package/pack.ts';
import { countsOf, failuresIn, readReport } from './report.ts';

/**
 * `npm run check`: everything that CI asks. Lint, layers, types and what is unused come first, for they take a minute and
 * stop the rest, and meanwhile an app is built for the suites that run on a bundle. Then all tests run, and the last line
 * counts them.
 */

const quick = ['lint', 'types', 'unused'];

interface Ended {
  readonly hasPassed: boolean;
  readonly output: string;
}

/** Runs a program to its end; what it says is shown at once, or kept if others run beside it. */
const run = (command: readonly [string, ...string[]], isShown: boolean, env: object = {}): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const [file, ...args] = command;
    const stdio = isShown ? 'inherit' : 'pipe';
    const child = spawn(file, args, { stdio: ['ignore', stdio, stdio], env: { ...process.env, ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    child.once('error', reject);
    child.once('close', (code) => resolve({ hasPassed: code === 0, output }));
  });

const passesQuick = async (): Promise<boolean> => {
  const all = await Promise.all(quick.map((script) => run(['npm', 'run', script], false)));
  for (const { output } of all) console.log(output);
  return all.every(({ hasPassed }) => hasPassed);
};

/** Seconds that the cores of this machine have been busy since it started, and that they have been there. */
const coreSeconds = (): { busy: number; all: number } => {
  const times = cpus().map(
    ({ times: { user, nice, sys, irq, idle } }) => [user + nice + sys + irq, idle] as const,
  );
  const busy = times.reduce((sum, [spent]) => sum + spent, 0) / 1_000;
  return { busy, all: busy + times.reduce((sum, [, idle]) => sum + idle, 0) / 1_000 };
};

/** Says how busy a part of the check has kept the cores: waiting tests and long files at the end show here. */
const sayHowBusy = async <Result>(part: string, work: () => Promise<Result>): Promise<Result> => {
  const began = { ...coreSeconds(), at: performance.now() };
  const result = await work();
  const { busy, all } = coreSeconds();
  const seconds = Math.round((performance.now() - began.at) / 1_000);
  console.log(
    `${part}: ${seconds} seconds; cores busy for ${Math.round(busy - began.busy)} of ${Math.round(all - began.all)} seconds.`,
  );
  return result;
};

const runTests = async (folder: string, env: object): Promise<boolean> => {
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const vitest = ['npx', 'vitest', 'run', '--config', 'vitest.host.config.ts', ...reporters] as const;
  const { hasPassed } = await sayHowBusy('The tests', () => run(vitest, true, env));
  const report = readReport(file);
  const reports = report ? [report] : [];
  for (const failure of failuresIn(reports)) console.log(failure);
  console.log(countsOf(reports));
  return hasPassed && report !== null && report.numTotalTests > 0;
};

const folder = mkdtempSync(join(tmpdir(), 'portal-check-'));
const packing = pack();
const [clean, packed, app] = await sayHowBusy('The checks before the tests', () =>
  Promise.allSettled([passesQuick(), packing, packing.then(makeApp)]),
);
try {
  if (clean.status === 'rejected') throw clean.reason;
  if (packed.status === 'rejected') throw packed.reason;
  if (app.status === 'rejected') throw app.reason;
  const env = { TEST_HOST_APP: app.value, TEST_PACKED: join(folder, 'packed.json') };
  writeFileSync(env.TEST_PACKED, JSON.stringify(packed.value));
  process.exitCode = clean.value && (await runTests(folder, env)) ? 0 : 1;
} finally {
  if (packed.status === 'fulfilled') removePacked(packed.value);
  rmSync(folder, { recursive: true, force: true });
  if (app.status === 'fulfilled') rmSync(app.value, { recursive: true, force: true });
}
