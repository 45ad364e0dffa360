import type { Payload } from 'payload';
import { type RetentionDays, readRetentionDays } from '../src/email-log/retention.ts';
import type { EmailLogRetentionDaysHook } from '../src/options/hooks.ts';

/** How long rows of the email log are kept unless the hook says otherwise, in days. */
const defaultDays = 180;

/** Asks the app how long rows are kept. A hook that throws counts as one that gave no number. */
export const askRetentionDays = async (
  hook: EmailLogRetentionDaysHook | null,
  payload: Payload,
): Promise<RetentionDays> => {
  if (!hook) return { kind: 'days', days: defaultDays };
  try {
    return readRetentionDays(await hook(defaultDays, { payload }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'invalid', reason: `emailLogRetentionDays threw: ${reason}` };
  }
};
