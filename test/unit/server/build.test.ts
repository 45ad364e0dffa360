import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isRunning } from '../../../src/core/shared/concurrency/processIdentity.ts';
import { withBuildLock } from '../../../src/server/build/lock.mjs';
import { runProgram } from '../../../src/server/build/run.mjs';
import { fingerprintOf, isStamped, removeStamp, writeStamp } from '../../../src/server/build/stamp.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-build-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the fingerprint of a checkout', () => {
  test('changes with what is built, and with nothing else', () => {
    mkdirSync(join(folder, 'src/server'), { recursive: true });
    const source = join(folder, 'src/server/file.ts');
    writeFileSync(source, 'export const a = 1;');
    const first = fingerprintOf(folder);
    writeFileSync(join(folder, 'README.md'), 'words');
    expect(fingerprintOf(`${folder}/`)).toBe(first);
    writeFileSync(source, 'export const a = 2;');
    expect(fingerprintOf(folder)).not.toBe(first);
  });

  test('is that of a build only once the build has ended', () => {
    const stamp = join(folder, 'dist/.stamp');
    expect(isStamped(stamp, 'one')).toBe(false);
    writeStamp(stamp, 'one');
    expect(isStamped(stamp, 'one')).toBe(true);
    expect(isStamped(stamp, 'two')).toBe(false);
    removeStamp(stamp);
    expect(isStamped(stamp, 'one')).toBe(false);
  });
});

describe('the lock of a build', () => {
  const lock = (work: () => Promise<unknown>, signal = new AbortController().signal) =>
    withBuildLock({ folder: join(folder, 'cache/build'), signal, onWait: () => {}, work });

  test('lets one build at a time', async () => {
    let building = 0;
    let most = 0;
    const build = async () => {
      building += 1;
      most = Math.max(most, building);
      await sleep(50);
      building -= 1;
    };
    await Promise.all([lock(build), lock(build), lock(build)]);
    expect(most).toBe(1);
  });

  test('is waited for no longer than the start lasts', async () => {
    const stopping = new AbortController();
    const { promise: begun, resolve: begin } = withResolvers();
    const { promise: ended, resolve: release } = withResolvers();
    const held = lock(() => {
      begin();
      return ended;
    });
    await begun;
    setTimeout(() => stopping.abort(), 150);
    await expect(lock(async () => 'built', stopping.signal)).rejects.toThrow();
    release();
    await held;
  });

  test('of a start that is killed is taken over, and its compiler ends with all that it started', async () => {
    await addCompiler();
    const script = `
      import { withBuildLock } from ${url('lock.mjs')};
      import { runProgram } from ${url('run.mjs')};
      const signal = new AbortController().signal;
      const build = { root: ${JSON.stringify(folder)}, program: 'compiler', file: 'run.js', args: ['pids'], env: process.env, signal };
      await withBuildLock({ folder: 'cache/build', signal, onWait() {}, work: () => runProgram(build) });`;
    const start = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: folder });
    await expect.poll(compilers).toHaveLength(2);
    start.kill('SIGKILL');
    expect(await lock(async () => compilers().filter(isRunning))).toEqual([]);
  }, 120_000);
});

const withResolvers = () => {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
};

test('a compiler gets its arguments, and an error of its own has its output', async () => {
  await addCompiler();
  const program = { root: folder, program: 'compiler', file: 'run.js', env: process.env };
  const { signal } = new AbortController();
  await expect(runProgram({ ...program, args: ['fail', 'now'], signal })).rejects.toMatchObject({
    name: 'BuildError',
    output: 'fail now\n',
  });
});

const url = (file: string): string => JSON.stringify(pathToFileURL(join('src/server/build', file)).href);

/** Notes its own id and that of a process that it starts, and never ends. Fails if it is asked to. */
const addCompiler = async (): Promise<void> => {
  const directory = join(folder, 'node_modules/compiler');
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{}');
  writeFileSync(join(directory, 'package.json'), '{}');
  writeFileSync(
    join(directory, 'run.js'),
    `const [mode, ...more] = process.argv.slice(2);
     if (mode === 'fail') { console.log(mode, ...more); process.exit(1); }
     const { pid } = require('node:child_process').spawn('sleep', ['60']);
     require('node:fs').writeFileSync('pids', process.pid + ' ' + pid);
     setInterval(() => {}, 1_000);`,
  );
};

const compilers = (): number[] =>
  existsSync(join(folder, 'pids')) ? readFileSync(join(folder, 'pids'), 'utf8').split(' ').map(Number) : [];
