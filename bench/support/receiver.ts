import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Scope } from './scope.ts';

const program = fileURLToPath(new URL('./receiverProgram.ts', import.meta.url));

/** A receiver of webhooks in a process of its own. */
interface Receiver {
  /** The URL without a trailing slash. Under it `/after/20` responds after 20 ms, `/hang` never, all other paths at once. */
  readonly url: string;
  /** Completes the requests that hang now. */
  release(): void;
}

export const startReceiver = async ({ onEnd }: Scope): Promise<Receiver> => {
  const child = fork(program);
  onEnd(() => void child.kill());
  const [port] = await once(child, 'message');
  return { url: `http://127.0.0.1:${port}`, release: () => void child.send('release') };
};
