import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { copyPackages } from './copyPackages.ts';
import { type Packed, unpack } from './pack.ts';
import { replaceNext } from './replaceNext.ts';

const run = promisify(execFile);

/** How a host app gets its packages, is built and is served. */
export interface HostKind {
  readonly name: string;
  /** Where the app is in the folder that is made for it. */
  readonly place: string;
  /** The path below which the app serves everything; empty for none. */
  readonly basePath: string;
  readonly buildArguments: readonly string[];
  /** Served from a copied folder that has what `next build` traced, and nothing else. */
  readonly isStandalone: boolean;
  /** @param root the folder that is made for it */
  install(packed: Packed, root: string, app: string): Promise<void>;
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** Without asking a registry: the checkout's own packages. */
const copyFromCheckout: HostKind['install'] = async (packed, _root, app) => {
  const installed = await unpack(packed, app);
  const { dependencies = {}, devDependencies = {} } = manifestOf(app);
  const needed = { ...dependencies, ...devDependencies, ...manifestOf(installed).dependencies };
  copyPackages(process.cwd(), app, Object.keys(needed));
  if (process.env.TEST_NEXT) await replaceNext(app, process.env.TEST_NEXT);
};

const installByNpm: HostKind['install'] = async (packed, _root, app) => {
  await run('npm', ['install', '--no-audit', '--no-fund', packed.tarball], { cwd: app, maxBuffer });
};

const maxBuffer = 16 * 1024 * 1024;

/** By its default settings: an app sees only what its own manifest names. */
const installByPnpm: HostKind['install'] = async ({ tarball }, root, app) => {
  cpSync(tarball, join(root, basename(tarball)));
  const manifest = manifestOf(app);
  const dependencies = {
    ...manifest.dependencies,
    'payload-support-portal': `file:../../${basename(tarball)}`,
  };
  writeFileSync(join(app, 'package.json'), JSON.stringify({ ...manifest, dependencies }, null, 2));
  const { packageManager = '' } = manifestOf(root) as { packageManager?: string };
  const install = ['--yes', `--package=${packageManager}`, '--', 'pnpm', 'install'];
  await run('npx', install, { cwd: root, maxBuffer });
};

const plain: Omit<HostKind, 'name'> = {
  place: '.',
  basePath: '',
  buildArguments: [],
  isStandalone: false,
  install: copyFromCheckout,
};

export const turbopack: HostKind = { ...plain, name: 'turbopack' };
/** As an integrator installs it, from the registry. */
export const npm: HostKind = { ...plain, name: 'npm', install: installByNpm };
/** A package of a workspace, served from its own folder, below a path, with a `proxy.ts`. */
export const pnpm: HostKind = {
  name: 'pnpm',
  place: 'apps/web',
  basePath: '/desk',
  // For `npm run compat`: webpack takes three times as long as Next's own bundler.
  buildArguments: process.env.TEST_BUNDLER === 'webpack' ? ['--webpack'] : [],
  isStandalone: true,
  install: installByPnpm,
};

/** Writes the app's files: those of `host`, and in their place those that the kind has of its own. */
export const writeApp = ({ name, place }: HostKind, root: string): string => {
  const app = join(root, place);
  mkdirSync(app, { recursive: true });
  cpSync(join(import.meta.dirname, 'host'), app, { recursive: true });
  const own = join(import.meta.dirname, 'kinds', name);
  if (existsSync(own)) cpSync(own, root, { recursive: true });
  for (const [path, code] of documentedFiles()) {
    mkdirSync(dirname(join(app, path)), { recursive: true });
    writeFileSync(join(app, path), code);
  }
  return app;
};

/** The files of an app that docs/client-pages.md shows, by their paths. */
const documentedFiles = (): readonly (readonly [path: string, code: string])[] =>
  [...readFileSync('docs/client-pages.md', 'utf8').matchAll(/```tsx?\n\/\/ (src\/\S+)\n(.*?)```/gs)].map(
    ([, path = '', code = '']) => [path, code],
  );
