import { z } from 'zod';
import { isAdministrator } from '../../../core/access/roles.ts';
import { issueOf } from '../../../core/http/input/fields.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { isAddress } from '../../../core/shared/addresses/addressList.ts';
import { isStorable } from '../../../core/shared/text/text.ts';
import { say } from '../../../core/texts/say.ts';
import { countErasable, eraseAddress } from '../erasure/erase.ts';
import { prepareEmailLog } from '../prepare.ts';

/**
 * True for a text that a row may have as one recipient: an address, whose local part may be quoted, or an invalid address
 * that contains `@`.
 */
const isOneAddress = (text: string): boolean =>
  isAddress(text) || (text.includes('@') && isStorable(text) && !/[\s,]/.test(text));

const input = z.strictObject({
  address: z
    .string('Enter an address.')
    .max(1_000, 'Enter at most 1000 characters.')
    .transform((text) => text.trim())
    .refine(isOneAddress, issueOf(say('errors:erase:address'))),
  dry_run: z.boolean('Send true or false.').optional().describe('True only counts the rows.'),
});

export const eraseAddressInLog = defineOperation({
  name: 'erase_address',
  summary: 'Erases an address from the email log permanently, and keeps a record of the erasure.',
  description:
    'The rows stay, for the counts: `[erased]` replaces the address in `to`, `error`, `fallback` and `delivery`, and the subject is erased if no other recipient is left. Rows that wait in a spool of this data folder are among them; those of other instances are erased within a minute of their arrival.',
  method: 'POST',
  path: '/portal/v1/email-log/erase',
  who: { gate: isAdministrator, scope: 'email-log:purge' },
  input,
  response: {
    output: z.strictObject({
      erased: z
        .int()
        .describe(
          'The number of rows that it was erased from; with `dry_run`, that it would be erased from.',
        ),
    }),
    status: 200,
  },
  examples: { input: { address: 'ann@example.com', dry_run: true } },
  async run({ address, dry_run }, { caller, payload, portal }) {
    await prepareEmailLog(payload, portal.options);
    const erasure = { payload, portal, address };
    const erased = dry_run ? await countErasable(erasure) : await eraseAddress({ ...erasure, caller });
    return { output: { erased } };
  },
});
