import { z } from 'zod';
import { isStorable, unstorable } from '../../shared/text.ts';

/** Text that PostgreSQL can compare: no NUL, no half of a surrogate pair. */
export const textParameter = z
  .string()
  .max(1_000, 'Give 1000 characters at most.')
  .refine(isStorable, unstorable);
