import { z } from 'zod';
import { isStaff } from '../../access/roles.ts';
import { exportEmails } from '../../email-log/exportCsv.ts';
import { lastDay } from '../../email-log/filter.ts';
import { prepareEmailLog } from '../../email-log/prepare.ts';
import { defineOperation } from '../operation.ts';
import { checkRelated, filterOf, filterParameters } from './emailLogFilter.ts';

const input = z
  .strictObject({
    ...filterParameters,
    period: z.enum(['24h']).optional().describe('Only the last 24 hours, to the second.'),
  })
  .superRefine(checkRelated);

export const exportEmailLog = defineOperation({
  name: 'export_email_log',
  summary: 'Downloads what a filter finds in the email log as CSV, newest first.',
  description:
    'The columns are the fields of a row. A cell that a spreadsheet would take for a formula begins with an apostrophe.',
  method: 'GET',
  path: '/portal/v1/email-log/export',
  gate: isStaff,
  scope: 'email-log:read',
  input,
  output: z.null(),
  status: 200,
  mediaType: 'text/csv',
  answerHeaders: ['Content-Disposition'],
  async run(query, { payload, portal }) {
    const slug = portal.options.slugs.emailLog;
    await prepareEmailLog(payload, portal.options);
    const now = new Date();
    const filter = { ...filterOf(query), ...(query.period && lastDay(now)) };
    const name = `email-log-${now.toISOString().slice(0, 10)}.csv`;
    return {
      output: null,
      stream: exportEmails(payload, slug, filter),
      headers: { 'Content-Disposition': `attachment; filename="${name}"` },
    };
  },
});
