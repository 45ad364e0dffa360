import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished, vi } from 'vitest';

type Done = (error: Error | null, key: Buffer) => void;

/**
 * Counts the passwords that are worked on, each for some milliseconds, until the test has finished.
 *
 * @param by the function that works on them: that of accounts, or that of links
 */
export const countPasswords = (
  by: 'pbkdf2' | 'scrypt' = 'pbkdf2',
): { all: number; readonly most: number } => {
  const counts = { all: 0, most: 0 };
  let running = 0;
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
    derive(...given, (error: Error | null, key: Buffer) => setTimeout(end, 10, error, key));
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  return counts;
};
