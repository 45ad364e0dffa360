import type { Recorder } from '../src/email-log/recorder.ts';
import type { AfterEmailHook, BeforeEmailLogHook } from '../src/options.ts';
import { applyBeforeEmailLog } from './beforeEmailLog.ts';

/** The first of the `afterEmail` hooks: writes the attempt to the email log. */
export const logEmail =
  (recorder: Recorder, beforeEmailLog: readonly BeforeEmailLogHook[]): AfterEmailHook =>
  async ({ attempt, payload, req }) => {
    const row = await applyBeforeEmailLog(beforeEmailLog, { row: { ...attempt }, payload, req });
    if (row) await recorder.record(row);
  };
