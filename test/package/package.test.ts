import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyPackages } from './copyPackages.ts';
import { type Packed, unpack } from './pack.ts';
import { sharedPackage } from './sharedPackage.ts';

const run = promisify(execFile);

let packed: Packed;
let parent: string;
let folder: string;

beforeAll(async () => {
  packed = await sharedPackage();
  parent = mkdtempSync(join(tmpdir(), 'portal-unpacked-'));
  folder = await unpack(packed, parent);
}, 600_000);

afterAll(() => {
  rmSync(parent, { recursive: true, force: true });
});

/** What the package's files import that is no part of it, by package. */
const importedPackages = (ending: string): Set<string> => {
  const files = packed.files.filter(({ path }) => path.endsWith(ending));
  const specifiers = files.flatMap(({ path }) => {
    const { importedFiles } = ts.preProcessFile(readFileSync(join(folder, path), 'utf8'));
    return importedFiles.map(({ fileName }) => fileName).filter((name) => !name.startsWith('.'));
  });
  const names = specifiers.map((name) => name.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? name);
  return new Set(names.filter((name) => !name.startsWith('node:') && !builtinModules.includes(name)));
};

/** The files that a page links to, without the part of them. */
const linksOf = (page: string): string[] =>
  [...readFileSync(join(folder, page), 'utf8').matchAll(/\]\(([^)\s#:]+)(?:#[^)]*)?\)/g)].map(
    ([, link = '']) => link,
  );

const manifest = (): Record<'dependencies' | 'peerDependencies', Record<string, string>> =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

describe('the package', () => {
  it('holds the plugin and its documents alone: no server, demo, test or source', () => {
    const folders = new Set(packed.files.map(({ path }) => path.split('/').slice(0, 3).join('/')));
    const roots = [...folders].filter((path) => !path.startsWith('dist/'));
    expect(roots.filter((path) => !path.startsWith('docs/')).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'package.json',
      'sdk/README.md',
    ]);
    for (const path of ['dist/src/server', 'dist/src/demo', 'dist/src/app', 'dist/src/migrations'])
      expect(folders).not.toContain(path);
    expect(packed.files.filter(({ path }) => /(?<!\.d|\.d\.css)\.tsx?$/.test(path))).toEqual([]);
  });

  it('is no larger than what it does', () => {
    const pictures = packed.files.filter(({ path }) => path.endsWith('.png'));
    const sizeOfPictures = pictures.reduce((sum, { size }) => sum + size, 0);
    expect(sizeOfPictures).toBeLessThan(580 * 1024);
    // Pictures are compressed already. 2.3 MB are the thread that reads mail, with all that it imports.
    expect(packed.size - sizeOfPictures).toBeLessThan(2_200 * 1024);
    expect(packed.unpackedSize - sizeOfPictures).toBeLessThan(7_450 * 1024);
  });

  it('has every page and picture that its documents link to', () => {
    const pages = packed.files.map(({ path }) => path).filter((path) => path.endsWith('.md'));
    const links = pages.flatMap((page) => linksOf(page).map((link) => ({ page, link })));
    expect(links.length).toBeGreaterThan(30);
    expect(links.filter(({ page, link }) => !existsSync(join(folder, dirname(page), link)))).toEqual([]);
  });

  it('asks for what it imports, and for nothing else', () => {
    const { dependencies, peerDependencies } = manifest();
    const imported = [...importedPackages('.js')];
    const declared = Object.keys({ ...dependencies, ...peerDependencies });
    expect(imported.filter((name) => !declared.includes(name))).toEqual([]);
    expect(Object.keys(dependencies).filter((name) => !imported.includes(name))).toEqual([]);
  });

  it('leaves the app’s own copies of the CMS, Next and React to the app', () => {
    const { dependencies, peerDependencies } = manifest();
    const own = Object.keys(dependencies).filter((name) =>
      /^(payload|@payloadcms\/.*|next|react.*)$/.test(name),
    );
    expect(own).toEqual([]);
    expect(Object.keys(peerDependencies)).toEqual(
      expect.arrayContaining(['payload', '@payloadcms/db-postgres', '@payloadcms/ui', 'next', 'react']),
    );
  });

  it('has the client as an entry that runs without the CMS, Next and React', async () => {
    copyPackages(process.cwd(), parent, ['standardwebhooks']);
    const script = `const { SupportPortalClient, verifyWebhook } = await import('payload-support-portal/sdk');
      const client = new SupportPortalClient({ url: 'http://localhost', apiKey: 'k' });
      console.log(typeof client.tickets.list, typeof verifyWebhook);`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: parent,
    });
    expect(stdout).toBe('function function\n');
  });

  it('has entries that every bundler and Node find, as publint and attw see it', async () => {
    await run('node_modules/.bin/publint', [packed.tarball, '--strict']);
    await run('node_modules/.bin/attw', [packed.tarball, '--profile', 'esm-only', '--format', 'ascii']);
  }, 600_000);
});
