import { z } from 'zod';
import { isSpanningStaff, maySaveSettings } from '../../../core/access/roles.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { textsBy } from '../../../core/texts/text.ts';
import { inboundOptions } from '../../settings/feature.ts';
import { isMailboxError } from '../imap/MailboxError.ts';
import { tryMailbox } from '../imap/mailbox.ts';

const output = z.strictObject({
  status: z.enum(['ok', 'failed']),
  messages: z
    .int()
    .nullable()
    .describe('The number of messages in the mailbox; null if it could not be opened.'),
  idle: z.boolean().nullable().describe('True if the server announces new mail at once (IDLE).'),
  error: z.string().nullable().describe('The server’s error, if it failed.'),
});

/** Longest test, in milliseconds. */
const longest = 30_000;

export const testMailbox = defineOperation({
  name: 'test_mailbox',
  summary: 'Logs in to the mailbox of mail in, opens it and returns the server’s words. Changes nothing.',
  method: 'POST',
  path: '/portal/v1/inbound/test',
  who: {
    gate: (principal) => isSpanningStaff(principal) && maySaveSettings(principal),
    scope: 'tickets:write',
  },
  input: z.strictObject({}),
  body: { isOptional: true },
  response: { output, status: 200 },
  async run(_input, { payload, portal, req }) {
    const { imap } = await inboundOptions(payload, portal.options.inbound);
    if (imap === null) return { output: { ...nothing, error: textsBy(req.t)('errors:inbound:noMailbox') } };
    try {
      const found = await tryMailbox(imap, AbortSignal.timeout(longest));
      return { output: { status: 'ok' as const, ...found, error: null } };
    } catch (error) {
      if (!isMailboxError(error)) throw error;
      return { output: { ...nothing, error: error.message } };
    }
  },
});

const nothing = { status: 'failed', messages: null, idle: null } as const;
