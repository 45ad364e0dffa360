import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface LockFile {
  packages: Record<string, { optionalDependencies?: Record<string, string>; resolved?: string }>;
}

const { packages }: LockFile = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
);

describe('the lock file', () => {
  it('knows the packages of every platform, so that `npm ci` works on each', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
      ),
    );
    expect(missing).toEqual([]);
  });

  it('names no host to download from', () => {
    expect(Object.keys(packages).filter((path) => packages[path]?.resolved?.startsWith('http'))).toEqual([]);
  });
});
