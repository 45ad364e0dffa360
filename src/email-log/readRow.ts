import { z } from 'zod';
import type { EmailAttempt } from '../mail/attempt.ts';
import { longestKey } from '../mail/portalMail.ts';

const text = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .transform((value) => value ?? null);

/** PostgreSQL refuses an index entry that does not fit in a third of a page. */
const key = text.transform((value) => value?.slice(0, longestKey) ?? null);

const moment = z
  .union([z.date(), z.iso.datetime({ offset: true }).transform((value) => new Date(value))])
  .refine((value) => value.getUTCFullYear() > 0 && value.getUTCFullYear() < 10_000)
  .transform((value) => value.toISOString());

/** What refers to itself is no JSON. */
const isWritable = (value: unknown): boolean => {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
};

/** What the app's own fields take and the spool can write; anything else of a hook's is left out. */
const added = z
  .union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.json(),
    z.date().transform((date) => date.toISOString()),
  ])
  .refine(isWritable)
  .catch(null);

const row = z
  .object({
    id: z
      .string()
      .nullish()
      .transform((value) => value ?? null),
    to: z.string(),
    subject: text,
    type: key,
    related_type: key,
    related_id: key,
    transport: text,
    status: z.enum(['sent', 'failed']),
    error: text,
    created_at: moment,
    user_id: text,
    message_id: text,
    fallback: z
      .array(z.object({ transport: z.string(), error: z.string() }))
      .nullish()
      .transform((value) => value ?? null),
  })
  .catchall(added);

/** A row as PostgreSQL takes it and readers expect it, of whatever a hook made; null where that is none. */
export const readRow = (given: unknown): EmailAttempt | null => row.safeParse(given).data ?? null;
