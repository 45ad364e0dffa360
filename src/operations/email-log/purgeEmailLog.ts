import { z } from 'zod';
import { isAdministrator } from '../../access/roles.ts';
import { prepareEmailLog } from '../../email-log/prepare.ts';
import { countPurgeable, purgeEmails } from '../../email-log/purge.ts';
import { defineOperation } from '../operation.ts';
import { dayParameter } from '../shared/days.ts';

const input = z
  .strictObject({
    before: dayParameter.optional().describe('Deletes what is older than this day, UTC.'),
    all: z.boolean('Give true.').optional().describe('True empties the whole log.'),
    dry_run: z.boolean('Give true or false.').optional().describe('True only counts what would be deleted.'),
  })
  .superRefine(({ before, all }, context) => {
    const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (before !== undefined && all) refuse(['all'], 'Give either before or all, not both.');
    else if (before === undefined && all === false) refuse(['all'], 'Give before, or set all to true.');
    else if (before === undefined && !all) refuse([], 'Give before, or all: true.');
  })
  .meta({ oneOf: [{ required: ['before'] }, { required: ['all'], properties: { all: { const: true } } }] });

const output = z.union([z.strictObject({ deleted: z.int() }), z.strictObject({ would_delete: z.int() })]);

const flags: Readonly<Record<string, boolean>> = { true: true, false: false };

export const purgeEmailLog = defineOperation({
  name: 'purge_email_log',
  summary: 'Deletes rows of the email log for good, and keeps a record of it.',
  method: 'POST',
  path: '/portal/v1/email-log/purge',
  gate: isAdministrator,
  scope: 'email-log:purge',
  input,
  fromForm: ({ all, dry_run, ...fields }) => ({
    ...fields,
    ...(all !== undefined && { all: flags[all] ?? all }),
    ...(dry_run !== undefined && { dry_run: flags[dry_run] ?? dry_run }),
  }),
  output,
  status: 200,
  examples: { input: { before: '2026-03-02', dry_run: true } },
  async run({ before = null, dry_run }, { caller, payload, portal }) {
    const { slugs } = portal.options;
    await prepareEmailLog(payload, portal.options);
    if (dry_run) return { output: { would_delete: await countPurgeable({ payload, slugs, before }) } };
    return { output: { deleted: await purgeEmails({ payload, slugs, caller, before }) } };
  },
});
