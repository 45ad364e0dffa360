import type { Payload } from 'payload';
import { z } from 'zod';
import { toRecordId } from '../../database/ids.ts';
import { checkName, isStorable, unstorable } from '../../shared/text/text.ts';
import type { RecordId } from '../../shared/values/ids.ts';
import type { Sentence, Verdict } from '../../texts/say.ts';

/** A sentence in the form that zod takes: zod knows only strings, and keeps the `params` beside them. */
export const issueOf = (sentence: Sentence) => ({ message: String(sentence), params: { sentence } });

/** A check for `superRefine`, for a field that the CMS's own APIs check as well. */
export const checkedBy =
  (check: (value: unknown) => Verdict) =>
  (value: unknown, context: z.RefinementCtx): void => {
    const verdict = check(value);
    if (verdict !== true) context.addIssue({ code: 'custom', ...issueOf(verdict) });
  };

/** The sentence of an issue: its own, or zod's message. */
export const sentenceOf = (issue: z.core.$ZodIssue): Sentence => {
  const sentence: Sentence | undefined = issue.code === 'custom' ? issue.params?.sentence : undefined;
  return sentence ?? issue.message;
};

/** An id in a body. A later check decides whether the record exists. */
export const idField = z
  .string('Enter an id, as text.')
  .min(1, 'Enter an id.')
  .max(255, 'This is not an id.');

/** A name that people read, on one line. */
export const nameField = z
  .string('Enter text.')
  .superRefine(checkedBy(checkName))
  .meta({ minLength: 1, maxLength: 255 });

/** An offset may take a moment beyond the years that PostgreSQL reads in ISO 8601. */
const isReadable = (moment: Date): boolean =>
  moment.getUTCFullYear() >= 1 && moment.getUTCFullYear() <= 9_999;

/** A moment with any offset. */
export const timestampField = z.iso
  .datetime({ offset: true, error: 'Enter a time in ISO 8601, such as 2026-01-31T12:00:00Z.' })
  .transform((text) => new Date(text))
  .refine(isReadable, 'There is no such moment.');

const message = 'Enter a day that exists, as YYYY-MM-DD.';

/** A calendar day, read as its first moment in UTC. */
export const dayParameter = z.iso
  .date(message)
  .refine((day) => !day.startsWith('0000'), message)
  .transform((day) => new Date(`${day}T00:00:00.000Z`));

export const nextDay = (day: Date): Date => new Date(day.getTime() + 24 * 60 * 60 * 1000);

/**
 * True if `If-Match` allows the change (RFC 9110, strong comparison): one of the tags is the present one, or `*` stands for
 * any.
 *
 * @param ifMatch null if the request has none
 */
export const matchesTag = (ifMatch: string | null, present: string): boolean => {
  if (ifMatch === null || ifMatch.trim() === '*') return true;
  return ifMatch.split(',').some((tag) => tag.trim() === present);
};

/**
 * The id of the record that a field of an input names, in the CMS's form; null and undefined as they are.
 *
 * @param slug the collection, if it may be the app's own
 * @throws {ApiError} `validation_failed` for a value that cannot be an id
 */
export const recordIdIn = <Field extends string>(
  payload: Payload,
  input: Readonly<Partial<Record<Field, string | null | undefined>>>,
  field: Field,
  slug: string | null = null,
): RecordId | null | undefined => {
  const id = input[field];
  return id === null || id === undefined ? id : toRecordId(payload, { path: field, id, slug });
};

/** Text that PostgreSQL can compare: no NUL, no half of a surrogate pair. */
export const textParameter = z
  .string()
  .max(1_000, 'Enter at most 1000 characters.')
  .refine(isStorable, issueOf(unstorable));

/** The filter of callers who span organizations. */
export const organizationParameter = {
  organization_id: textParameter
    .min(1, 'This is not an id.')
    .optional()
    .describe('One organization; for keys that span organizations.'),
};
