import type { Payload } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { inTime, longestHook } from '../src/core/shared/concurrency/within.ts';
import {
  defaultRetentionDays,
  type RetentionDays,
  readRetentionDays,
} from '../src/features/email-log/retention/retention.ts';

/** Asks the app how long rows are kept. A hook that throws counts as one that gave no number. */
export const askRetentionDays =
  ({ hooks }: PortalContext['options']) =>
  async (payload: Payload): Promise<RetentionDays> => {
    const hook = hooks.emailLogRetentionDays;
    if (!hook) return { kind: 'days', days: defaultRetentionDays };
    try {
      return readRetentionDays(await inTime(hook(defaultRetentionDays, { payload }), longestHook));
    } catch (error) {
      return { kind: 'threw', error: error instanceof Error ? error.message : String(error) };
    }
  };
