import { z } from 'zod';

/** Text that PostgreSQL can compare: no NUL, no half of a surrogate pair. */
export const textParameter = z
  .string()
  .max(1_000, 'Give 1000 characters at most.')
  .refine(
    (text) => !text.includes('\0') && text.isWellFormed(),
    'This text holds a character that no text may hold.',
  );
