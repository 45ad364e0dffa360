import { z } from 'zod';
import { iso, isoOrNull } from '../../../core/database/time.ts';
import { deliveryStates, type LastMail } from '../../email-log/feature.ts';
import type { Recipient } from './recipients.ts';

/** The fields of a recipient in the API, of whatever record. */
export const shownRecipientFields = {
  id: z.string(),
  email: z.string().meta({ examples: ['ann@example.com'] }),
  name: z.string().nullable(),
  delivery: z
    .strictObject({
      state: z.enum([...deliveryStates, 'failed', 'sent']),
      at: z.iso.datetime(),
      detail: z.string().nullable().describe('The words of the transport, or of the recipient’s server.'),
    })
    .nullable()
    .describe('The last mail to the recipient; null before it, and for clients.'),
  sent_at: z.iso.datetime().nullable().describe('The time at which a transport accepted the mail.'),
};

export const showRecipient = (
  { id, email, name, sent_at }: Recipient,
  mail: LastMail | undefined,
): z.input<z.ZodObject<typeof shownRecipientFields>> => ({
  id,
  email,
  name,
  delivery: mail ? { state: mail.state, at: iso(mail.at), detail: mail.detail } : null,
  sent_at: isoOrNull(sent_at),
});
