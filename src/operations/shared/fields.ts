import { z } from 'zod';
import { checkName } from '../../shared/text.ts';

/** An id in a body; whether there is such a record is asked later. */
export const idField = z.string('Give an id, as text.').min(1, 'Give an id.').max(255, 'This is no id.');

/** A name that people read, on one line. */
export const nameField = z
  .string('Give text.')
  .superRefine((text, context) => {
    const outcome = checkName(text);
    if (outcome !== true) context.addIssue({ code: 'custom', message: outcome });
  })
  .meta({ minLength: 1, maxLength: 255 });

/** A moment with any offset. */
export const timestampField = z.iso
  .datetime({ offset: true, error: 'Give a moment of ISO 8601, such as 2026-01-31T12:00:00Z.' })
  .transform((text) => new Date(text))
  .refine((moment) => moment.getUTCFullYear() >= 1, 'There is no such moment.');
