import type { Payload, PayloadRequest } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { inTime, longestHook } from '../src/core/shared/concurrency/within.ts';
import { type EmailAttempt, readRow } from '../src/features/email-log/row.ts';

/**
 * Passes the row from hook to hook. Only null drops it. A hook that throws, or returns something that is no row, is
 * logged, and the row stays as it was.
 */
export const applyBeforeEmailLog =
  ({ hooks }: PortalContext['options']) =>
  async (payload: Payload, row: EmailAttempt, req: PayloadRequest | null): Promise<EmailAttempt | null> => {
    let current = row;
    for (const hook of hooks.beforeEmailLog) {
      try {
        const row = { ...structuredClone(current) };
        const changed: unknown = await inTime(hook({ row, payload, req }), longestHook);
        if (changed === null) return null;
        const read = readRow(changed);
        if (!read) throw new TypeError('beforeEmailLog returned neither a row nor null.');
        current = read;
      } catch (err) {
        payload.logger.error({ err, msg: 'A beforeEmailLog hook failed; the row goes on as it was.' });
      }
    }
    return current;
  };
