import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { getPayload } from 'payload';
import { loadConfig } from '../server/connectPayload.ts';
import { isRoot } from '../server/embedded-postgres/account.ts';
import { clusterPath } from '../server/embedded-postgres/connection.ts';
import { stopServer } from '../server/embedded-postgres/postmaster.ts';
import type { Lifecycle } from '../server/lifecycle.ts';
import { prepareDataFolder } from '../server/openDatabase.ts';
import { StartError } from '../server/startError.ts';
import { seedMails } from './mail.ts';
import { type Make, seedPeople } from './people.ts';
import type { DemoVariables } from './variables.ts';

const program = fileURLToPath(new URL('../server/start.mjs', import.meta.url));
const pollMs = 100;
const patienceMs = 6_000;

/**
 * Starts the portal as `npm start` does, and returns once it serves. If it ends, so does the demo. It is in a process group
 * of its own, so that it gets a Ctrl-C once: from the demo.
 */
export const startPortal = async (
  address: string,
  variables: DemoVariables,
  { signal, onStop, fail }: Lifecycle,
): Promise<void> => {
  const portal = spawn(process.execPath, ['--conditions=production', program], {
    env: { ...process.env, ...variables },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  portal.once('error', fail);
  portal.once('exit', (code, killedBy) =>
    fail(new StartError(`The portal ended (${killedBy ?? `exit code ${code}`}), and so does the demo.`)),
  );
  onStop(() => stop(portal));
  for (const output of [portal.stdout, portal.stderr])
    createInterface(output).on('line', (line) => console.log(`  portal | ${line}`));
  while (!(await isReady(address))) await sleep(pollMs, undefined, { signal });
};

const isReady = async (address: string): Promise<boolean> => {
  try {
    return (await fetch(`${address}/api/health`)).ok;
  } catch {
    return false;
  }
};

const stop = async (portal: ChildProcess): Promise<void> => {
  if (portal.exitCode !== null || portal.signalCode !== null) return;
  const ended = once(portal, 'exit');
  portal.kill('SIGTERM');
  const patience = setTimeout(() => portal.kill('SIGKILL'), patienceMs);
  await ended;
  clearTimeout(patience);
};

/** Fills the portal from one more instance on its data, as a script of an integrator would. Needs its environment. */
export const seed = async (password: string): Promise<void> => {
  const payload = await getPayload({ config: await loadConfig() });
  const make: Make = async (collection, data) => {
    const { id } = await payload.create({ collection, data, overrideAccess: true });
    return id;
  };
  const editor = await seedPeople(make, password);
  await seedMails(payload, editor);
  await payload.destroy();
};

interface ThrowAwayFolder {
  readonly path: string;
  /** Removes it with everything that a portal created there: also a database that still runs, or is kept elsewhere. */
  remove(): Promise<void>;
}

/** A new data folder, to be deleted at the end. */
export const makeThrowAwayFolder = (): ThrowAwayFolder => {
  const path = mkdtempSync(join(tmpdir(), 'portal-'));
  prepareDataFolder(path, { passable: isRoot() });
  return {
    path,
    async remove() {
      const cluster = clusterPath(path);
      const places = existsSync(cluster) ? [realpathSync(cluster), path] : [path];
      await stopServer(join(places[0] ?? path, 'data'));
      for (const place of places) rmSync(place, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
