import type { Payload } from 'payload';
import { defaultRetentionDays, type RetentionDays, readRetentionDays } from '../src/email-log/retention.ts';
import type { EmailLogRetentionDaysHook } from '../src/options/hooks.ts';

/** Asks the app how long rows are kept. A hook that throws counts as one that gave no number. */
export const askRetentionDays = async (
  hook: EmailLogRetentionDaysHook | null,
  payload: Payload,
): Promise<RetentionDays> => {
  if (!hook) return { kind: 'days', days: defaultRetentionDays };
  try {
    return readRetentionDays(await hook(defaultRetentionDays, { payload }));
  } catch (error) {
    return { kind: 'threw', error: error instanceof Error ? error.message : String(error) };
  }
};
