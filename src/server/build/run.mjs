import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A failed step of the build, with its output. */
class BuildError extends Error {
  name = 'BuildError';

  /** @param {string} program @param {string} output */
  constructor(program, output) {
    super(`The build failed: ${program} ended with an error.`);
    this.output = output;
  }
}

const compiler = fileURLToPath(new URL('compiler.mjs', import.meta.url));

/**
 * Runs a program of a package by its file, so that no shell and no link in `node_modules/.bin` is needed. It leads a
 * process group of its own, which ends with `signal` and with this process.
 *
 * @param {{ root: string, program: string, file: string, args: readonly string[], env: NodeJS.ProcessEnv,
 *   signal: AbortSignal }} options `file`: path in the package, such as `bin/tsc`
 */
export const runProgram = async ({ root, program, file, args, env, signal }) => {
  signal.throwIfAborted();
  const packageFolder = dirname(createRequire(join(root, 'package.json')).resolve(`${program}/package.json`));
  const child = spawn(process.execPath, [compiler, join(packageFolder, file), ...args], {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const stop = () => endGroup(child.pid);
  signal.addEventListener('abort', stop, { once: true });
  process.once('exit', stop);
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  try {
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    signal.throwIfAborted();
    if (code !== 0) throw new BuildError(program, Buffer.concat(output).toString());
  } finally {
    signal.removeEventListener('abort', stop);
    process.removeListener('exit', stop);
  }
};

const endGroup = (pid) => {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
};
