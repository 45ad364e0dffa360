import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { StartError } from '../startError.ts';
import type { Account } from './account.ts';
import { embeddedUser } from './connectionFile.ts';
import { type Binaries, libraryVariables, program } from './libraries.ts';

interface Initialization {
  readonly directory: string;
  readonly passwordFile: string;
  readonly binaries: Binaries;
  readonly account: Account | null;
  readonly signal: AbortSignal;
}

/**
 * Runs initdb into `data` of a folder. The locale is PostgreSQL's own: the same on every system, with the letters of
 * all scripts in upper and lower case, which the system's plain `C` has not.
 */
export const initializeDatabase = async ({
  directory,
  passwordFile,
  ...run
}: Initialization): Promise<void> => {
  const data = join(directory, 'data');
  const child = spawn(
    program(run.binaries, 'initdb'),
    [
      ['-D', data, '-U', embeddedUser, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8'],
      ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--no-instructions'],
    ].flat(),
    {
      ...run.account,
      signal: run.signal,
      cwd: '/',
      env: serverVariables(run.binaries, directory) as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const failure = await new Promise<string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? null : lastLine(Buffer.concat(output).toString())));
  });
  run.signal.throwIfAborted();
  if (failure !== null) throw new StartError(`The embedded database could not be made: ${failure}`);
};

/** The whole environment of the database's programs: nothing of ours is handed on. */
export const serverVariables = (binaries: Binaries, directory: string): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  LC_ALL: 'C',
  TZ: 'UTC',
  ...libraryVariables(binaries, join(directory, 'lib')),
});

/** The last line that says something, as the reason in a sentence. */
export const lastLine = (output: string): string =>
  output.trimEnd().split('\n').at(-1)?.trim() || 'no reason given';
