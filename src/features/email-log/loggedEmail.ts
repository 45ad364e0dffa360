import { z } from 'zod';
import { deliveryStates } from './deliveries/vocabulary.ts';
import { rowSchema } from './row.ts';

const state = z.enum(deliveryStates);

/** The delivery of a mail, over HTTP and in tools. */
const delivery = z
  .strictObject({
    state: state.describe('The worst of all recipients.'),
    recipients: z
      .array(
        z.strictObject({
          address: z.string(),
          state,
          at: z.iso.datetime(),
          detail: z.string().nullable().describe('The words of the recipient’s server.'),
        }),
      )
      .readonly(),
  })
  .nullable()
  .describe('The delivery of the mail after it was handed over; null if there is no report.')
  .meta({ examples: [null] });

/** A row of the log with its delivery, as the API and its tools return it. */
export const loggedEmail = rowSchema.extend({ delivery }).meta({ id: 'EmailLogRow' });
