import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';

type Done = (error: Error | null, key: Buffer) => void;

/** The function that works on the passwords of accounts, or of links, and how many are expected to be worked on at once. */
const together = { pbkdf2: 2, scrypt: 1 } as const;

/** Longest wait of a password for the others that are expected beside it, in milliseconds. */
const longestWait = 2_000;

/**
 * Counts the passwords that are worked on until the test has finished. Each takes some milliseconds, and waits for as many as
 * are expected at once: on a busy machine those would meet by chance alone.
 */
export const countPasswords = (
  by: keyof typeof together = 'pbkdf2',
): { all: number; readonly most: number } => {
  const counts = { all: 0, most: 0 };
  let running = 0;
  const waitForOthers = async () => {
    const end = Date.now() + longestWait;
    do await setTimeout(10);
    while (counts.most < together[by] && Date.now() < end);
  };
  const derive = crypto[by] as (...values: unknown[]) => void;
  const spy = vi.spyOn(crypto, by).mockImplementation((...given: unknown[]) => {
    const done = given.pop() as Done;
    running += 1;
    counts.all += 1;
    counts.most = Math.max(counts.most, running);
    const end: Done = (error, key) => {
      running -= 1;
      done(error, key);
    };
    derive(...given, (error: Error | null, key: Buffer) => void waitForOthers().then(() => end(error, key)));
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  return counts;
};
