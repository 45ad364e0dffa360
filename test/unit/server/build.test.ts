import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withBuildLock } from '../../../src/server/build/lock.mjs';
import { identityOf, isRunning } from '../../../src/server/build/processes.mjs';
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
  const lock = (
    work: (noteBuilder: (pid: number) => void) => Promise<unknown>,
    signal = new AbortController().signal,
  ) => withBuildLock({ file: join(folder, 'cache/build.lock'), signal, onWait: () => {}, work });

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

  test('of a dead start is taken over, and the compiler that it left behind is ended', async () => {
    const orphan = spawn('sleep', ['60'], { detached: true });
    const ended = new Promise((seen) => orphan.once('exit', seen));
    mkdirSync(join(folder, 'cache'));
    const owner = { pid: process.pid, since: 'long ago' };
    writeFileSync(
      join(folder, 'cache/build.lock'),
      JSON.stringify({ owner, builder: identityOf(Number(orphan.pid)) }),
    );
    expect(await lock(async () => 'built')).toBe('built');
    await ended;
  });

  test('is waited for no longer than the start lasts', async () => {
    const stopping = new AbortController();
    let release = (): void => {};
    const held = lock(
      () =>
        new Promise<void>((done) => {
          release = done;
        }),
    );
    setTimeout(() => stopping.abort(), 150);
    await expect(lock(async () => 'built', stopping.signal)).rejects.toThrow();
    release();
    await held;
  });

  test.runIf(process.platform === 'linux')('knows a process from a later one of the same id', () => {
    expect(isRunning(identityOf(process.pid))).toBe(true);
    expect(isRunning({ pid: process.pid, since: '1' })).toBe(false);
  });
});
