import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Scope } from './scope.ts';

const program = fileURLToPath(new URL('./smtpServerProgram.ts', import.meta.url));

/** Starts an SMTP server in a process of its own, which takes every mail, and returns its port. */
export const startSmtpServer = async ({ onEnd }: Scope): Promise<number> => {
  const child = fork(program);
  onEnd(() => void child.kill());
  const [port] = await once(child, 'message');
  return Number(port);
};
