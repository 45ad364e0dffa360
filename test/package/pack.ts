import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What the packages are made of; the checkout's own `dist` belongs to the portals that other tests start from it. */
const sources = [
  'package.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'docs',
  'tsconfig.json',
  'tsconfig.build.json',
  'payload.config.ts',
  'src',
  'collections',
  'hooks',
  'sdk',
];

export interface Packed {
  readonly tarball: string;
  readonly files: readonly { readonly path: string; readonly size: number }[];
  /** In bytes, as it is downloaded. */
  readonly size: number;
  readonly unpackedSize: number;
}

/**
 * Builds and packs the plugin, or another package of the workspace, as `npm publish` would, in a folder of its own.
 */
export const pack = async (workspace?: string): Promise<Packed> => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-package-'));
  for (const source of sources) cpSync(source, join(folder, source), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  const { stdout } = await run(
    'npm',
    ['pack', '--json', '--loglevel=error', ...(workspace ? ['--workspace', workspace] : [])],
    {
      cwd: folder,
    },
  );
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [
    { filename: string; files: Packed['files']; size: number; unpackedSize: number },
  ];
  return { ...packed, tarball: join(folder, packed.filename) };
};

/** Takes the folder away that the package was built in. */
export const removePacked = ({ tarball }: Packed): void =>
  rmSync(dirname(tarball), { recursive: true, force: true });

/** Unpacks it where an app has its packages. */
export const unpack = async ({ tarball }: Packed, app: string): Promise<string> => {
  const folder = join(app, 'node_modules/payload-support-portal');
  mkdirSync(folder, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
  return folder;
};
