import { type ChildProcess, spawn } from 'node:child_process';

/** A program of a host app that runs beside the tests. */
export interface HostProcess {
  output(): string;
  hasEnded(): boolean;
  /** Sends SIGTERM and returns the exit code; null if the signal itself ended the process. */
  stop(): Promise<number | null>;
}

interface LaunchOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export const launch = (command: string, args: readonly string[], { cwd, env }: LaunchOptions): HostProcess =>
  follow(
    // A group of its own: `npx` does not hand every signal on to what it starts.
    spawn(command, args, {
      cwd,
      env: env as unknown as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    }),
  );

const follow = (child: ChildProcess): HostProcess => {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    output: () => output,
    hasEnded,
    stop: () => {
      if (child.pid !== undefined && !hasEnded()) process.kill(-child.pid, 'SIGTERM');
      return ended;
    },
  };
};

/** Waits for something that a process does. */
export const until = async (holds: () => boolean, { output }: HostProcess): Promise<void> => {
  for (const end = Date.now() + 300_000; !holds(); ) {
    if (Date.now() > end) throw new Error(`The app does not start.\n${output()}`);
    await new Promise((later) => setTimeout(later, 50));
  }
};
