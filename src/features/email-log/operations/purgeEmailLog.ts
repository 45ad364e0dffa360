import { z } from 'zod';
import { isAdministrator, isStaff } from '../../../core/access/roles.ts';
import { dayParameter } from '../../../core/http/input/fields.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { prepareEmailLog } from '../prepare.ts';
import { countPurgeable, purgeEmails } from '../retention/purge.ts';
import { lastRetentionRun } from '../retention/retention.ts';

const input = z
  .strictObject({
    before: dayParameter.optional().describe('Deletes rows that are older than this day, UTC.'),
    all: z.boolean('Send true.').optional().describe('True empties the whole log.'),
    dry_run: z
      .boolean('Send true or false.')
      .optional()
      .describe('True only counts the rows that would be deleted.'),
  })
  .superRefine(({ before, all }, context) => {
    const reject = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (before !== undefined && all) reject(['all'], 'Send either before or all, not both.');
    else if (before === undefined && all === false) reject(['all'], 'Send before, or set all to true.');
    else if (before === undefined && !all) reject([], 'Send before, or all: true.');
  })
  .meta({ oneOf: [{ required: ['before'] }, { required: ['all'], properties: { all: { const: true } } }] });

const output = z.union([z.strictObject({ deleted: z.int() }), z.strictObject({ would_delete: z.int() })]);

const flags: Readonly<Record<string, boolean>> = { true: true, false: false };

export const purgeEmailLog = defineOperation({
  name: 'purge_email_log',
  summary: 'Deletes rows of the email log permanently, and keeps a record of the purge.',
  method: 'POST',
  path: '/portal/v1/email-log/purge',
  who: { gate: isAdministrator, scope: 'email-log:purge' },
  input,
  body: {
    fromForm: ({ all, dry_run, ...fields }) => ({
      ...fields,
      ...(all !== undefined && { all: flags[all] ?? all }),
      ...(dry_run !== undefined && { dry_run: flags[dry_run] ?? dry_run }),
    }),
  },
  response: { output, status: 200 },
  examples: { input: { before: '2026-03-02', dry_run: true } },
  async run({ before = null, dry_run }, { caller, payload, portal }) {
    const { slugs } = portal.options;
    await prepareEmailLog(payload, portal.options);
    if (dry_run) return { output: { would_delete: await countPurgeable({ payload, slugs, before }) } };
    return { output: { deleted: await purgeEmails({ payload, slugs, caller, before }) } };
  },
});

const retention = z.strictObject({
  last_run_at: z.iso.datetime().nullable(),
  duration_ms: z.int().nullable(),
  deleted: z.int().nullable(),
  /** The present number of days; null if rows are kept forever. */
  days: z.number().nullable(),
});

const neverRun = { last_run_at: null, duration_ms: null, deleted: null };

export const getRetention = defineOperation({
  name: 'get_email_log_retention',
  summary: 'Reads the retention of the email log, and the result of its last daily run.',
  method: 'GET',
  path: '/portal/v1/email-log/retention',
  who: { gate: isStaff, scope: 'email-log:read' },
  input: z.strictObject({}),
  response: { output: retention, status: 200 },
  async run(_input, { payload, portal }) {
    await prepareEmailLog(payload, portal.options);
    const [run, wanted] = await Promise.all([
      lastRetentionRun(payload),
      portal.hooks.emailLogRetentionDays(payload),
    ]);
    const days = wanted.kind === 'days' ? wanted.days : null;
    return { output: { ...(run ?? neverRun), days } };
  },
});
