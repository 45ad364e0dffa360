import type { Payload } from 'payload';
import type { EmailLogRetentionDaysHook } from '../src/core/options/hooks.ts';
import {
  defaultRetentionDays,
  type RetentionDays,
  readRetentionDays,
} from '../src/features/email-log/retention.ts';

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
