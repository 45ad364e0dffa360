import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Packed, pack, removePacked } from './pack.ts';

const run = promisify(execFile);

let packed: Packed;
let app: string;

beforeAll(async () => {
  packed = await pack('payload-support-portal-sdk');
  app = mkdtempSync(join(tmpdir(), 'client-app-'));
  writeFileSync(join(app, 'package.json'), '{"type": "module"}');
  await run('npm', ['install', packed.tarball, '--prefer-offline', '--no-audit', '--no-fund'], { cwd: app });
}, 600_000);

afterAll(() => {
  removePacked(packed);
  rmSync(app, { recursive: true, force: true });
});

const version = (manifest: string): string => JSON.parse(readFileSync(manifest, 'utf8')).version;

describe('the client installed alone', () => {
  it('brings one library that has two of its own, and no more', () => {
    const { packages } = JSON.parse(readFileSync(join(app, 'node_modules/.package-lock.json'), 'utf8'));
    expect(Object.keys(packages).sort()).toEqual([
      'node_modules/@stablelib/base64',
      'node_modules/fast-sha256',
      'node_modules/payload-support-portal-sdk',
      'node_modules/standardwebhooks',
    ]);
    const files = readdirSync(join(app, 'node_modules'), { recursive: true, withFileTypes: true });
    const bytes = files
      .filter((file) => file.isFile())
      .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
    expect(bytes).toBeLessThan(2 * 1024 * 1024);
  });

  it('has its licence, its documentation and the version of the plugin', () => {
    const installed = join(app, 'node_modules/payload-support-portal-sdk');
    for (const file of ['LICENSE', 'README.md']) expect(existsSync(join(installed, file))).toBe(true);
    expect(version(join(installed, 'package.json'))).toBe(version('package.json'));
  });

  it('runs', async () => {
    writeFileSync(
      join(app, 'main.js'),
      `import { SupportPortalClient, verifyWebhook } from 'payload-support-portal-sdk';
       const client = new SupportPortalClient({ url: 'http://localhost', apiKey: 'k' });
       console.log(typeof client.tickets.list, typeof verifyWebhook);`,
    );
    const { stdout } = await run(process.execPath, ['main.js'], { cwd: app });
    expect(stdout).toBe('function function\n');
  });

  it('has entries that every bundler and Node find, as publint and attw see it', async () => {
    await run('node_modules/.bin/publint', [packed.tarball, '--strict']);
    await run('node_modules/.bin/attw', [packed.tarball, '--profile', 'esm-only', '--format', 'ascii']);
  }, 600_000);
});
