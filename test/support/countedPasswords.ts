import crypto from 'node:crypto';
import { onTestFinished, vi } from 'vitest';

type Done = (error: Error | null, key: Buffer) => void;

/** Counts the passwords that are worked on, each for some milliseconds, until the test has finished. */
export const countPasswords = (): { all: number; readonly most: number } => {
  const counts = { all: 0, most: 0 };
  let running = 0;
  const pbkdf2 = crypto.pbkdf2 as (...values: unknown[]) => void;
  const spy = vi.spyOn(crypto, 'pbkdf2').mockImplementation((...given: unknown[]) => {
    const done = given.pop() as Done;
    running += 1;
    counts.all += 1;
    counts.most = Math.max(counts.most, running);
    const end: Done = (error, key) => {
      running -= 1;
      done(error, key);
    };
    pbkdf2(...given, (error: Error | null, key: Buffer) => setTimeout(end, 10, error, key));
  });
  onTestFinished(() => spy.mockRestore());
  return counts;
};
