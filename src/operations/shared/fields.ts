import { z } from 'zod';

/** An id in a body; whether there is such a record is asked later. */
export const idField = z.string('Give an id, as text.').min(1, 'Give an id.').max(255, 'This is no id.');

const isClean = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Text that comes back exactly as it was sent. Lengths are code points. */
const textField = ({ min = 0, max }: { min?: number; max: number }) =>
  z
    .string('Give text.')
    .refine((text) => [...text].length >= min, `Give ${min} character${min === 1 ? '' : 's'} or more.`)
    .refine((text) => [...text].length <= max, `Give ${max} characters at most.`)
    .refine(isClean, 'This text holds a character that no text may hold.')
    .meta({ minLength: min, maxLength: max });

const isBlank = (text: string): boolean => text.trim() === '';

/** A name that people read, on one line. */
export const nameField = textField({ min: 1, max: 255 })
  .refine((text) => !isBlank(text), 'Give more than white space.')
  .refine((text) => !/[\r\n\u2028\u2029]/.test(text), 'Give one line.');

/** A moment with any offset. */
export const timestampField = z.iso
  .datetime({ offset: true, error: 'Give a moment of ISO 8601, such as 2026-01-31T12:00:00Z.' })
  .transform((text) => new Date(text))
  .refine((moment) => moment.getUTCFullYear() >= 1, 'There is no such moment.');
