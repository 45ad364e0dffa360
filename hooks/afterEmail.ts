import type { EmailAttempt } from '../src/mail/attempt.ts';
import type { AfterEmailHook, BeforeEmailLogHook } from '../src/options/hooks.ts';
import { applyBeforeEmailLog } from './beforeEmailLog.ts';

/** Takes a row into the log; null if it is not wanted there. */
export type WriteRow = (row: EmailAttempt | null) => Promise<void>;

/** The first of the `afterEmail` hooks: writes the attempt to the email log. */
export const logEmail =
  (writeRow: WriteRow, beforeEmailLog: readonly BeforeEmailLogHook[]): AfterEmailHook =>
  async ({ attempt, payload, req }) =>
    writeRow(await applyBeforeEmailLog(beforeEmailLog, { row: { ...attempt }, payload, req }));
