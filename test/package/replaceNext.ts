import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Downloads another version of Next and puts it, with what it needs, in the place of an app's own. */
export const replaceNext = async (app: string, version: string): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'next-'));
  // Without its peers: React is there.
  const install = ['install', '--legacy-peer-deps', '--no-audit', '--no-fund', `next@${version}`];
  await run('npm', install, { cwd: folder });
  const modules = join(folder, 'node_modules');
  for (const name of packagesIn(modules)) {
    const place = join(app, 'node_modules', name);
    // What is there are the checkout's own files under a second name.
    rmSync(place, { recursive: true, force: true });
    cpSync(join(modules, name), place, { recursive: true });
  }
  rmSync(folder, { recursive: true, force: true });
};

const packagesIn = (modules: string): string[] =>
  readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((part) => `${name}/${part}`) : name,
    );
