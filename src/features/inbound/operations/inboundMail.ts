import { z } from 'zod';
import { iso } from '../../../core/database/time.ts';
import { idText, idTextOrNull } from '../../../core/shared/values/ids.ts';
import type { StoredMail } from '../storage/storedMail.ts';
import { authentications, heldReasons, outcomes, vias } from '../vocabulary.ts';

const shape = {
  id: z.string(),
  received_at: z.iso.datetime(),
  via: z.enum(vias).describe('The way by which it came.'),
  from: z
    .string()
    .nullable()
    .describe('The sender’s address.')
    .meta({ examples: ['ann@example.com'] }),
  to: z
    .string()
    .nullable()
    .describe('The addresses it was sent to.')
    .meta({ examples: ['support@example.org'] }),
  subject: z
    .string()
    .nullable()
    .meta({ examples: ['Re: [#12] VPN is slow'] }),
  message_id: z.string().nullable(),
  outcome: z.enum(outcomes).nullable().describe('The outcome; null until it is processed.'),
  reason: z
    .string()
    .nullable()
    .describe(`Why: for \`held\` one of ${heldReasons.map((reason) => `\`${reason}\``).join(', ')}.`),
  ticket_id: z.string().nullable(),
  reply_id: z.string().nullable(),
  log_row_id: z.string().nullable().describe('For a bounce, the row of the email log that it is about.'),
  authentication: z
    .enum(authentications)
    .nullable()
    .describe('The verdict of DKIM, SPF and DMARC on the sender; null if it was not asked for.'),
};

export const inboundMail = z.strictObject(shape).meta({ id: 'InboundMail' });

export const inboundMailWithText = z
  .strictObject({
    ...shape,
    text: z
      .string()
      .nullable()
      .describe(
        'All of its text, also if it is a reply or a ticket now; null once it is gone, after 30 days.',
      ),
  })
  .meta({ id: 'InboundMailWithText' });

export const toInboundMail = (stored: StoredMail): z.input<typeof inboundMail> => ({
  id: idText(stored.id),
  received_at: iso(stored.received_at),
  via: stored.via,
  from: stored.from,
  to: stored.to,
  subject: stored.subject,
  message_id: stored.message_id,
  outcome: stored.outcome,
  reason: stored.reason,
  ticket_id: idTextOrNull(stored.ticket_id),
  reply_id: idTextOrNull(stored.reply_id),
  log_row_id: stored.log_row_id,
  authentication: stored.authentication,
});
