import { z } from 'zod';
import { askRetentionDays } from '../../../hooks/emailLogRetentionDays.ts';
import { isStaff } from '../../access/roles.ts';
import { prepareEmailLog } from '../../email-log/prepare.ts';
import { lastRetentionRun } from '../../email-log/retention.ts';
import { defineOperation } from '../operation.ts';

const output = z.strictObject({
  last_run_at: z.iso.datetime().nullable(),
  duration_ms: z.int().nullable(),
  deleted: z.int().nullable(),
  /** What holds now; null if rows are kept for ever. */
  days: z.number().nullable(),
});

const neverRun = { last_run_at: null, duration_ms: null, deleted: null };

export const getRetention = defineOperation({
  name: 'get_email_log_retention',
  summary: 'Tells how long rows of the email log are kept, and how the last daily run went.',
  method: 'GET',
  path: '/portal/v1/email-log/retention',
  gate: isStaff,
  scope: 'email-log:read',
  input: z.strictObject({}),
  output,
  status: 200,
  async run(_input, { payload, portal: { options } }) {
    await prepareEmailLog(payload, options);
    const [run, wanted] = await Promise.all([
      lastRetentionRun(payload),
      askRetentionDays(options.hooks.emailLogRetentionDays, payload),
    ]);
    const days = wanted.kind === 'days' ? wanted.days : null;
    return { output: { ...(run ?? neverRun), days } };
  },
});
