import { setTimeout as sleep } from 'node:timers/promises';
import { livingPostmaster } from './processes.ts';

/** PostgreSQL's ways to stop, the gentlest first: without waiting for clients, without cleaning up, and the system's. */
const steps = [
  { signal: 'SIGINT', patienceMs: 3_000 },
  { signal: 'SIGQUIT', patienceMs: 700 },
  { signal: 'SIGKILL', patienceMs: 300 },
] as const;

const pollMs = 10;

/** Stops the server of a data folder, whichever process started it. Committed data is kept in every case. */
export const stopServer = async (data: string): Promise<void> => {
  for (const { signal, patienceMs } of steps) {
    const server = livingPostmaster(data);
    if (server === null) return;
    signalServer(server.pid, signal);
    const deadline = Date.now() + patienceMs;
    while (livingPostmaster(data) !== null && Date.now() < deadline) await sleep(pollMs);
  }
};

/** The stop of a process that ends at this moment and can wait for nothing. */
export const stopServerAtOnce = (data: string): void => {
  const server = livingPostmaster(data);
  if (server !== null) signalServer(server.pid, 'SIGINT');
};

const signalServer = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
    if (signal === 'SIGKILL') return;
    process.kill(pid, 'SIGCONT');
  } catch {
    // It ended in the meantime.
  }
};
