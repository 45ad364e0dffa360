import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getPayload } from 'payload';
import { runProgram } from '../../src/server/build/run.mjs';
import { fingerprintOf, isStamped, removeStamp, writeStamp } from '../../src/server/build/stamp.mjs';
import type { Scope } from './scope.ts';
import { serveNext } from './servedPortal.ts';

const tree = fileURLToPath(new URL('../peers/create', import.meta.url));
const lockFile = fileURLToPath(new URL('../../package-lock.json', import.meta.url));

/** Serves the CMS with one bare collection by `next start`, and answers with its address. */
export const serveBarePeer = async (databaseURL: string, scope: Scope): Promise<string> => {
  await build(scope);
  await makeTables(databaseURL);
  return serveNext({ DATABASE_URL: databaseURL }, scope, { tree });
};

const build = async ({ signal }: Scope): Promise<void> => {
  const stamp = join(tree, '.next/bench-stamp');
  const packages = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  const fingerprint = `${fingerprintOf(tree)} ${packages}`;
  if (isStamped(stamp, fingerprint)) return;
  console.log("  Building the CMS's own app, which takes a minute.");
  removeStamp(stamp);
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' } as const;
  const program = { program: 'next', file: 'dist/bin/next', args: ['build'] };
  await runProgram({ ...program, root: tree, env, signal, onStart: () => {} });
  writeStamp(stamp, fingerprint);
};

/** Outside of production the CMS makes its tables when it starts. */
const makeTables = async (databaseURL: string): Promise<void> => {
  process.env.DATABASE_URL = databaseURL;
  const { default: config } = await import('../peers/create/payload.config.ts');
  const payload = await getPayload({ config, disableOnInit: true, key: 'bare peer' });
  await payload.destroy();
};
