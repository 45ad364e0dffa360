import { z } from 'zod';

const message = 'Give a day that exists, as YYYY-MM-DD.';

/** A calendar day, read as its first moment in UTC. */
export const dayParameter = z.iso
  .date(message)
  .refine((day) => !day.startsWith('0000'), message)
  .transform((day) => new Date(`${day}T00:00:00.000Z`));

export const nextDay = (day: Date): Date => new Date(day.getTime() + 24 * 60 * 60 * 1000);
