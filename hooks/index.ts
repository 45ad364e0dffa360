import type { AppHooks, PortalContext } from '../src/core/context.ts';
import { callAfterEmail } from './afterEmail.ts';
import { callAfterTicketEvent } from './afterTicketEvent.ts';
import { applyBeforeEmailLog } from './beforeEmailLog.ts';
import { askRetentionDays } from './emailLogRetentionDays.ts';

/** The calls of the hooks that an app gives as options. */
export const buildAppHooks = (options: PortalContext['options']): AppHooks => ({
  afterEmail: callAfterEmail(options),
  afterTicketEvent: callAfterTicketEvent(options),
  beforeEmailLog: applyBeforeEmailLog(options),
  emailLogRetentionDays: askRetentionDays(options),
});
