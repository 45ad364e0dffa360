import { z } from 'zod';
import { issueOf, timestampField } from '../../../core/http/input/fields.ts';
import { isStorable, isTooLong, unstorable } from '../../../core/shared/text/text.ts';
import { say } from '../../../core/texts/say.ts';
import { linkAccesses } from '../linkKind.ts';

/** Limits of every record that links lead to. */
export const linkLimits = {
  recipients: 20,
  /** The longest message, in code points. */
  message: 5_000,
  /** Days after which links end, if no moment is given, and at most. */
  days: 14,
  mostDays: 90,
} as const;

const day = 24 * 60 * 60 * 1_000;

/** The end of links that are sent without one. */
export const usualEnd = (now: Date): Date => new Date(now.getTime() + linkLimits.days * day);

/** The last moment at which links can end. */
export const latestEnd = (now: Date): Date => new Date(now.getTime() + linkLimits.mostDays * day);

/** The reason why links cannot end at a moment; null if they can. */
export const problemOfEnd = (end: Date, now: Date): 'past' | 'far' | null => {
  if (end <= now) return 'past';
  return end > latestEnd(now) ? 'far' : null;
};

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
