import type { Payload, PayloadRequest } from 'payload';
import type { EmailAttempt } from '../src/mail/attempt.ts';
import type { BeforeEmailLogHook } from '../src/options.ts';

interface RowAboutToBeWritten {
  row: EmailAttempt;
  payload: Payload;
  req: PayloadRequest | null;
}

/** Hands the row from hook to hook. Null drops it; a hook that throws is logged, and the row stays as it was. */
export const applyBeforeEmailLog = async (
  hooks: readonly BeforeEmailLogHook[],
  { row, payload, req }: RowAboutToBeWritten,
): Promise<EmailAttempt | null> => {
  let current = row;
  for (const hook of hooks) {
    try {
      const changed = await hook({ row: { ...current }, payload, req });
      if (changed === null) return null;
      current = changed;
    } catch (err) {
      payload.logger.error({ err, msg: 'A beforeEmailLog hook threw; the row goes on as it was.' });
    }
  }
  return current;
};
