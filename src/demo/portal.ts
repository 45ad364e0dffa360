import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Lifecycle } from '../server/lifecycle.ts';
import { StartError } from '../server/startError.ts';
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
