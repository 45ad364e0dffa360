import type { CollectionSlug } from 'payload';
import { z } from 'zod';
import { maySaveSettings } from '../../../core/access/roles.ts';
import { issueOf } from '../../../core/http/input/fields.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import type { OperationContext } from '../../../core/http/operationContext.ts';
import { appTexts } from '../../../core/texts/appTexts.ts';
import { say } from '../../../core/texts/say.ts';
import type { EmailAttempt } from '../../email-log/feature.ts';
import { checkRecipients } from '../chain/message/prepare.ts';

const isOneAddress = (to: string): boolean => {
  const checked = checkRecipients({ to });
  return checked.valid && checked.recipients.to.length === 1;
};

const input = z.strictObject({
  to: z
    .string()
    .refine(isOneAddress, issueOf(say('errors:settings:address')))
    .optional()
    .describe('The recipient. Default: the caller.'),
});

const output = z.strictObject({
  status: z.enum(['sent', 'failed']),
  transport: z.string().nullable(),
  /** The server's last reply; null when failed. */
  response: z.string().nullable(),
  error: z.string().nullable(),
  fallback: z
    .array(z.strictObject({ transport: z.string(), error: z.string() }))
    .readonly()
    .nullable(),
});

export const sendTestMail = defineOperation({
  name: 'send_test_mail',
  summary: 'Sends a mail over the connected transports and returns the outcome.',
  method: 'POST',
  path: '/portal/v1/test-mail',
  who: { gate: maySaveSettings, scope: 'email-log:read' },
  input,
  body: { malformed: 'validation_failed' },
  response: { output, status: 200 },
  async run({ to }, context) {
    const t = await appTexts(context.payload);
    const attempts: { attempt: EmailAttempt; response: string | null }[] = [];
    await context.payload
      .sendEmail({
        to: to ?? (await addressOf(context)),
        subject: t('mails:test:subject'),
        text: t('mails:test:text'),
        portal: { type: 'test', observe: (attempt, response) => attempts.push({ attempt, response }) },
      })
      // The caller wants to read why a mail was rejected.
      .catch(() => {});
    const [made] = attempts;
    if (!made) throw new Error('The test mail was not attempted.');
    const { status, transport, error, fallback } = made.attempt;
    return {
      output: { status, transport, response: status === 'sent' ? made.response : null, error, fallback },
    };
  },
});

const addressOf = async ({ caller, payload, portal }: OperationContext): Promise<string> => {
  const collection = portal.options.slugs.users as CollectionSlug;
  // The caller asks for their own address.
  const user = await payload.findByID({ collection, id: caller.id, depth: 0, overrideAccess: true });
  return String(Reflect.get(user, 'email'));
};
