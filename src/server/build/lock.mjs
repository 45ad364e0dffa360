import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identityOf, isRunning } from './processes.mjs';

/**
 * Who builds: the portal that was started, and the compiler it runs, which outlives it if it is killed.
 *
 * @typedef {{ readonly owner: import('./processes.mjs').ProcessIdentity,
 *   readonly builder: import('./processes.mjs').ProcessIdentity | null }} Holder
 */

const pollMs = 100;

/**
 * Runs `work` while no other process of this checkout builds.
 *
 * @template Result
 * @param {{ file: string, signal: AbortSignal, onWait: () => void,
 *   work: (noteBuilder: (pid: number) => void) => Promise<Result> }} options
 * @returns {Promise<Result>}
 */
export const withBuildLock = async ({ file, signal, onWait, work }) => {
  mkdirSync(dirname(file), { recursive: true });
  const owner = identityOf(process.pid);
  for (let waits = 0; !take(file, { owner, builder: null }); waits += 1) {
    const holder = read(file);
    if (holder && !isRunning(holder.owner)) await release(file, holder);
    else if (waits === 1) onWait();
    await sleep(pollMs, undefined, { signal });
  }
  try {
    return await work((pid) => replace(file, { owner, builder: identityOf(pid) }));
  } finally {
    rmSync(file, { force: true });
  }
};

/** A file that is linked in place appears with its content, or not at all. */
const take = (file, holder) => {
  const temporary = write(file, holder);
  try {
    linkSync(temporary, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary);
  }
};

/** Takes the lock from a dead holder, and first ends the compiler it left behind. */
const release = async (file, holder) => {
  const taken = `${file}.${randomUUID()}`;
  try {
    renameSync(file, taken);
  } catch {
    return;
  }
  const found = read(taken);
  if (found && isRunning(found.owner)) linkSync(taken, file);
  else if (holder.builder && isRunning(holder.builder)) process.kill(-holder.builder.pid, 'SIGKILL');
  rmSync(taken, { force: true });
};

const replace = (file, holder) => renameSync(write(file, holder), file);

const write = (file, holder) => {
  const temporary = `${file}.${randomUUID()}`;
  writeFileSync(temporary, JSON.stringify(holder), { flag: 'wx' });
  return temporary;
};

/** @type {(file: string) => Holder | null} */
const read = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
};
