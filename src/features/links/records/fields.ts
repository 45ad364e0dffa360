import { z } from 'zod';
import { issueOf, timestampField } from '../../../core/http/input/fields.ts';
import { isStorable, isTooLong, unstorable } from '../../../core/shared/text/text.ts';
import { say } from '../../../core/texts/say.ts';
import { linkAccesses } from '../linkKind.ts';
import { linkLimits, problemOfEnd } from './ends.ts';

/** The message of a record to its recipients. */
export const messageField = z
  .string('Enter text.')
  .refine(
    (text) => !isTooLong(text, linkLimits.message),
    issueOf(say('errors:text:tooLong', { most: linkLimits.message })),
  )
  .refine(isStorable, issueOf(unstorable))
  .meta({ maxLength: linkLimits.message });

/** The end of the links of a record. */
export const endField = timestampField
  .refine((end) => problemOfEnd(end, new Date()) !== 'past', issueOf(say('links:errors:expiresPast')))
  .refine(
    (end) => problemOfEnd(end, new Date()) !== 'far',
    issueOf(say('links:errors:expiresFar', { days: linkLimits.mostDays })),
  );

/** The password of the links of a record. */
export const passwordField = z
  .string('Enter text.')
  .min(8, 'Enter at least 8 characters.')
  .max(128, 'Enter at most 128 characters.');

/** The access of a new record. */
export const accessField = z
  .enum(linkAccesses, 'Choose link, code or account.')
  .optional()
  .describe(
    'What each link requires: nothing more (default), a code that is mailed to its recipient, or that the recipient is signed in.',
  );
