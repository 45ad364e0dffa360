import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../../src/server/build/run.mjs';
import { fingerprintOf, isStamped, removeStamp, writeStamp } from '../../src/server/build/stamp.mjs';
import type { Scope } from './scope.ts';

const lockFile = fileURLToPath(new URL('../../package-lock.json', import.meta.url));

/** Builds an app of the CMS's own below `bench/peers`, if it was not built yet, and returns its folder. */
export const buildPeer = async (name: string, { signal }: Scope): Promise<string> => {
  const tree = fileURLToPath(new URL(`../peers/${name}`, import.meta.url));
  const stamp = join(tree, '.next/bench-stamp');
  const packages = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  const fingerprint = `${fingerprintOf(tree)} ${packages}`;
  if (isStamped(stamp, fingerprint)) return tree;
  console.log("  Building the CMS's own app, which takes a minute.");
  removeStamp(stamp);
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' } as const;
  const program = { program: 'next', file: 'dist/bin/next', args: ['build'] };
  await runProgram({ ...program, root: tree, env, signal });
  writeStamp(stamp, fingerprint);
  return tree;
};
